// The command `pnpm etl`. Taking the types out of the scripts is half of a short run: it is done once and kept.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/agent-replay-kit'));
await import('./etl/main.ts');
