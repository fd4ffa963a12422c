import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startPostgres } from './postgresServer.ts';

// `agent-replay-fleet bench` on the PostgreSQL of the tests, with what stands behind this file's name.
const server = await startPostgres();
try {
  const env = { ...process.env, ARK_DATABASE_URL: await server.database() };
  const cli = join(import.meta.dirname, '../src/cli.ts');
  const { status } = spawnSync(process.execPath, [cli, 'bench', ...process.argv.slice(2)], { env, stdio: 'inherit' });
  process.exitCode = status ?? 70;
} finally {
  await server.stop();
}
