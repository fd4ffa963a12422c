import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveResults } from '../../../../benchmarks/saveResults.ts';
import { type Database, FleetError, migrate, openDatabase } from '../database.ts';
import { type JobQueue, openJobQueue } from '../jobQueue.ts';
import { compareWithEtl } from './compareWithEtl.ts';
import { simulateJobs } from './simulateJobs.ts';

export interface BenchOptions {
  /** Address of a database whose role may create databases: the benchmark makes its own, and removes them. */
  address: string;
  /** Jobs without waiting, for what a job costs. */
  jobs?: number | undefined;
  /** Numbers of simulated workers. */
  workers?: readonly number[] | undefined;
  /** How long a simulated conversion waits, in milliseconds. */
  waitMs: number;
  /** A folder of real logs. */
  logs?: string | undefined;
  /** Writes the tables into the page of results. @default false */
  save?: boolean;
  print(line: string): void;
}

/** How many jobs each simulated worker does. */
const ROUNDS = 40;

/** A job without waiting is for this many workers. */
const BUSY_WORKERS = 8;

/** Efficiency below this is said to be too low. */
const ENOUGH = 0.8;

/**
 * Measures what a job costs beside its conversion, how workers scale, and real logs beside `etl`: what the options name, without any the first
 * two. Gives whether all jobs were done, and scaled.
 */
export async function runBench(options: BenchOptions): Promise<boolean> {
  const { address, logs, waitMs, save = false, print } = options;
  const isNamed = options.jobs !== undefined || options.workers !== undefined || logs !== undefined;
  const { jobs, workers } = isNamed ? options : { jobs: 2000, workers: [4, 16, 64] };
  const parts = [
    ...(jobs === undefined ? [] : [() => costOfJobs(address, jobs)]),
    ...(workers === undefined ? [] : [() => scalingOf(address, workers, waitMs)]),
    ...(logs === undefined ? [] : [() => realLogs(address, logs)]),
  ];
  let isGood = true;
  for (const part of parts) {
    const table = await part();
    for (const line of [table.name, ...table.rows.map((row) => row.join(' | ')), '']) print(line);
    if (save) saveResults(table.name, table.command, table.rows);
    isGood &&= table.isGood;
  }
  return isGood;
}

interface Table {
  name: string;
  command: string;
  rows: string[][];
  isGood: boolean;
}

async function costOfJobs(address: string, jobs: number): Promise<Table> {
  const run = await inOwnDatabase(address, BUSY_WORKERS, (place) =>
    simulateJobs({ ...place, count: jobs, workers: BUSY_WORKERS, waitMs: 0 }),
  );
  const [first = 0, last = 0] = [run.memory[0], run.memory.at(-1)];
  return {
    name: 'Fleet: a job',
    command: `fleet bench --jobs ${jobs}`,
    isGood: run.done === jobs,
    rows: [
      [
        'jobs',
        'done',
        'worker, CPU ms a job',
        'database, CPU ms a job',
        'wall s',
        'MB after a tenth',
        'MB at the end',
        'peak MB',
      ],
      [
        String(jobs),
        String(run.done),
        run.workerMs.toFixed(2),
        run.databaseMs?.toFixed(2) ?? 'elsewhere',
        run.seconds.toFixed(0),
        ...[first, last, Math.max(...run.memory)].map((bytes) => (bytes / 1e6).toFixed(0)),
      ],
    ],
  };
}

async function scalingOf(address: string, workers: readonly number[], waitMs: number): Promise<Table> {
  const rows = [['workers', 'jobs', 'wall s', 'jobs a second', 'of ideal', 'CPU ms a job, worker + database']];
  let isGood = true;
  for (const each of workers) {
    const count = each * ROUNDS;
    const run = await inOwnDatabase(address, each, (place) => simulateJobs({ ...place, count, workers: each, waitMs }));
    const ofIdeal = (ROUNDS * waitMs) / 1000 / run.seconds;
    isGood &&= run.done === count && ofIdeal >= ENOUGH;
    const cpu = `${run.workerMs.toFixed(1)} + ${run.databaseMs?.toFixed(1) ?? '?'}`;
    const perSecond = (run.done / run.seconds).toFixed(1);
    rows.push([String(each), String(count), run.seconds.toFixed(1), perSecond, ofIdeal.toFixed(2), cpu]);
  }
  const command = `fleet bench --workers ${workers} --wait ${waitMs}`;
  return { name: 'Fleet: scaling, conversions that wait', command, rows, isGood };
}

async function realLogs(address: string, logs: string): Promise<Table> {
  const { bytes, files, sessions, etl, fleet } = await inOwnDatabase(address, 2, (place) =>
    compareWithEtl(logs, place),
  );
  const perGb = (seconds: number): string => ((seconds * 1e9) / bytes).toFixed(0);
  const row = (name: string, run: typeof etl): string[] => {
    const cpu = run.cpuSeconds + (run.databaseSeconds ?? 0);
    const parts = run.databaseSeconds === undefined ? '' : ` (database ${run.databaseSeconds.toFixed(1)})`;
    const figures = [`${cpu.toFixed(1)}${parts}`, perGb(cpu), (cpu / etl.cpuSeconds).toFixed(2)];
    return [name, ...figures, run.seconds.toFixed(1), (run.peakBytes / 1e6).toFixed(0)];
  };
  return {
    name: 'Fleet: real logs',
    command: 'fleet bench --logs FOLDER',
    isGood: sessions > 0,
    rows: [
      [
        `${(bytes / 1e6).toFixed(0)} MB, ${files} files, ${sessions} sessions`,
        'CPU s',
        'CPU s a GB',
        'of etl',
        'wall s',
        'peak MB',
      ],
      row('etl --jobs 2', etl),
      row('fleet: enqueue, work --once --jobs 2', fleet),
    ],
  };
}

interface Place {
  address: string;
  database: Database;
  queue: JobQueue;
  folder: string;
}

/** Runs work with a database and a folder of its own, and removes both. */
async function inOwnDatabase<Result>(
  address: string,
  workers: number,
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  const name = `fleet_bench_${randomBytes(6).toString('hex')}`;
  const admin = openDatabase(address, 1);
  const folder = mkdtempSync(join(process.env.ARK_TMP || tmpdir(), 'fleet-bench-'));
  mkdirSync(folder, { recursive: true });
  try {
    await admin.pool.query(`CREATE DATABASE ${name}`).catch((error: Error) => {
      throw new FleetError(
        `The benchmark cannot create a database of its own (${error.message}). ALTER ROLE … CREATEDB.`,
      );
    });
    const own = new URL(address);
    own.pathname = `/${name}`;
    const database = openDatabase(own.href, workers + 4);
    try {
      await migrate(database);
      const queue = await openJobQueue(database, { migrate: true });
      try {
        return await work({ address: own.href, database, queue, folder });
      } finally {
        await queue.close();
      }
    } finally {
      await database.close();
      await admin.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await admin.close();
  }
}
