// The command `pnpm etl`, short for `agent-replay etl`. Taking the types out of the scripts is half of a short run: it is
// done once and kept.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/agent-replay-kit'));
const [{ runPart }, { etlCommand }] = await Promise.all([
  import('./agent-replay/runCommand.ts'),
  import('./agent-replay/etlCommand.ts'),
]);
await runPart('pnpm etl', etlCommand);
