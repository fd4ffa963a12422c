import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectFiles } from '../../../../scripts/etl/collectFiles.ts';
import { type Database, FleetError } from '../database.ts';
import { databaseCpuMs } from './simulateJobs.ts';

/** What converting logs took. */
export interface LogRun {
  seconds: number;
  /** CPU of all processes of Node, in seconds. */
  cpuSeconds: number;
  databaseSeconds?: number;
  /** Largest resident memory of a process, in bytes. */
  peakBytes: number;
}

export interface Comparison {
  bytes: number;
  files: number;
  sessions: number;
  etl: LogRun;
  fleet: LogRun;
}

const kit = join(import.meta.dirname, '../../../..');

/** Converts real logs by `etl --jobs 2`, then by a worker of the fleet with two jobs at once; both mask, and begin with nothing. */
export async function compareWithEtl(
  logs: string,
  { database, address, folder }: { database: Database; address: string; folder: string },
): Promise<Comparison> {
  const { files } = collectFiles([logs], undefined);
  const out = join(folder, 'etl');
  const run = [join(kit, 'scripts/runBuilt.js'), 'etl'];
  // What it is built into is not made while it is measured.
  await measured(folder, [...run, '--help'], {});
  const etl = await measured(folder, [...run, logs, '--jobs', '2', '--out', out], {});
  const tenants = join(folder, 'tenants.json');
  writeFileSync(tenants, JSON.stringify({ bench: { roots: [logs], sessions: join(folder, 'sessions') } }));
  const env = { ARK_DATABASE_URL: address, ARK_TENANTS: tenants, ARK_TMP: folder };
  const cli = join(import.meta.dirname, '../cli.ts');
  const before = await databaseCpuMs(database);
  const scan = await measured(folder, [cli, 'enqueue'], env);
  const work = await measured(folder, [cli, 'work', '--once', '--jobs', '2'], env);
  const after = await databaseCpuMs(database);
  const { rows } = await database.asTenant('bench', (client) =>
    client.query<{ n: number }>('SELECT count(*)::int AS n FROM ark.session'),
  );
  return {
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    files: files.length,
    sessions: rows[0]?.n ?? 0,
    etl,
    fleet: {
      seconds: scan.seconds + work.seconds,
      cpuSeconds: scan.cpuSeconds + work.cpuSeconds,
      ...(before === undefined || after === undefined ? {} : { databaseSeconds: (after - before) / 1000 }),
      peakBytes: work.peakBytes,
    },
  };
}

/** Each process of Node notes what it used when it ends. */
const note = `import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync(process.env.FLEET_BENCH_NOTES + '/' + process.pid, JSON.stringify(process.resourceUsage())));`;

async function measured(folder: string, args: readonly string[], env: Record<string, string>): Promise<LogRun> {
  const notes = join(folder, `notes-${readdirSync(folder).length}`);
  mkdirSync(notes);
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      ...env,
      FLEET_BENCH_NOTES: notes,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(note)}`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  // 3 says that some logs could not be converted.
  if (code !== 0 && code !== 3) throw new FleetError(`${args[0]} ended with ${code}.`);
  const used = readdirSync(notes).map(
    (name) => JSON.parse(readFileSync(join(notes, name), 'utf8')) as NodeJS.ResourceUsage,
  );
  return {
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: used.reduce((sum, { userCPUTime, systemCPUTime }) => sum + userCPUTime + systemCPUTime, 0) / 1e6,
    peakBytes: Math.max(...used.map(({ maxRSS }) => maxRSS * 1024)),
  };
}
