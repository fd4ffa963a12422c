// `pnpm bench`: runs every benchmark except the one that needs a browser (`pnpm bench:view`). Each prints its times beside floors of the
// same run.
import { join } from 'node:path';
import { run } from '../scripts/run.ts';

for (const name of ['etl', 'codex-log', 'redaction', 'replay', 'links']) {
  console.log(`\n${name}`);
  run(process.execPath, [join(import.meta.dirname, `${name}.ts`)]);
}
