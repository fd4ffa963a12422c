#!/usr/bin/env node
// The package's command.
import module from 'node:module';
import { join } from 'node:path';

// In a clone, stripping types from the scripts takes half of a short run, so it is done once and cached.
if (import.meta.url.endsWith('.ts')) {
  module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/agent-replay-kit'));
}
const { runCommand } = await import('./agent-replay/runCommand.ts');

await runCommand(process.argv.slice(2));
