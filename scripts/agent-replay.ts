#!/usr/bin/env node
// The package's command.
import module from 'node:module';
import { join } from 'node:path';

// In a clone, taking the types out of the scripts is half of a short run: it is done once and kept.
if (import.meta.url.endsWith('.ts')) {
  module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/agent-replay-kit'));
}
const { runCommand } = await import('./agent-replay/runCommand.ts');

await runCommand(process.argv.slice(2));
