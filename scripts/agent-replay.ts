#!/usr/bin/env node
// The package's command.
import { runCommand } from './agent-replay/runCommand.ts';

await runCommand(process.argv.slice(2));
