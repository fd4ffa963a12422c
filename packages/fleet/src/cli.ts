import { plain } from '../../../scripts/agent-replay/terminal.ts';
import { OutputError } from '../../../scripts/etl/writeAtomically.ts';
import { createProgram } from './commands.ts';
import { FleetError } from './database.ts';

try {
  await createProgram().parseAsync();
} catch (error) {
  const isSaid = error instanceof FleetError || error instanceof OutputError;
  process.stderr.write(`${plain(isSaid ? error.message : `${error instanceof Error ? error.stack : error}`)}\n`);
  process.exitCode = isSaid ? 2 : 70;
}
