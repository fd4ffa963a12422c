import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Otherwise a worker and each of its threads spend seconds on taking the types out of the same files. Threads read the variable.
const { directory } = enableCompileCache(join(import.meta.dirname, '../node_modules/.cache'));
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache');

const [{ plain }, { OutputError }, { createProgram }, { FleetError }] = await Promise.all([
  import('../../../scripts/agent-replay/terminal.ts'),
  import('../../../scripts/etl/writeAtomically.ts'),
  import('./commands.ts'),
  import('./database.ts'),
]);
try {
  await createProgram().parseAsync();
} catch (error) {
  const isSaid = error instanceof FleetError || error instanceof OutputError;
  process.stderr.write(`${plain(isSaid ? error.message : `${error instanceof Error ? error.stack : error}`)}\n`);
  process.exitCode = isSaid ? 2 : 70;
}
