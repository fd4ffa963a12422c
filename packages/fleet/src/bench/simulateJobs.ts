import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { factsOf } from '../../../../scripts/etl/collected.ts';
import type { StagedSource } from '../../../../scripts/etl/staged.ts';
import { openStaging } from '../../../../scripts/etl/stagingFolder.ts';
import { type ConvertOrder, type ConvertThread, openConvertThread } from '../convertThread.ts';
import { type Database, FleetError } from '../database.ts';
import type { Tenant } from '../fleetTenants.ts';
import type { JobQueue, NewJob } from '../jobQueue.ts';
import { openPostgresCatalogue } from '../postgresCatalogue.ts';
import { runWorker } from '../runWorker.ts';

export interface Simulation {
  /** Of this simulation alone. */
  database: Database;
  queue: JobQueue;
  /** An empty folder: log and sessions lie in it. */
  folder: string;
  /** How many jobs. */
  count: number;
  /** How many at once. */
  workers: number;
  /** How long a conversion takes, in milliseconds. */
  waitMs: number;
}

/** What simulated jobs took. */
export interface SimulatedRun {
  done: number;
  failed: number;
  seconds: number;
  /** CPU of this process in milliseconds, a job. */
  workerMs: number;
  /** CPU of the database's processes, a job; absent where they do not run on this machine. */
  databaseMs?: number;
  /** Resident memory of this process in bytes, after each tenth of the jobs. */
  memory: number[];
}

const TENANT = 'simulated';

/** A log of one session, in the planner's format. */
const log = `${JSON.stringify({
  timestamp: '2026-03-01T10:00:00Z',
  question: 'How long does a job take?',
  locale: 'en-US',
  context: '',
  plan: {
    topic: 'Jobs',
    goal: 'Find out',
    steps: [{ id: 'step-1', title: 'Measure', step_type: 'RESEARCH', expected_outcome: 'Known' }],
  },
  review_log: [{ attempt: 1, action: 'ACCEPT_PLAN', feedback: '' }],
  telemetry: null,
})}\n`;

/**
 * Adds jobs whose conversion only waits, and works them off. All else is as in any job: each takes a name, stores a session, and is committed with
 * its row and its text.
 */
export async function simulateJobs(simulation: Simulation): Promise<SimulatedRun> {
  const { folder } = simulation;
  const path = join(folder, 'log.jsonl');
  writeFileSync(path, log);
  const { mtimeMs, ctimeMs, size } = statSync(path);
  const facts = factsOf({ path, root: folder, size, modifiedMs: mtimeMs, changedMs: ctimeMs, named: true });
  const order = { format: 'planner', files: [facts], joined: undefined, ancestors: undefined, startedAt: undefined };
  const staging = openStaging(folder);
  const thread = openConvertThread(staging, []);
  try {
    return await thread.convert(order, async (staged) => {
      await thread.close();
      await addJobs(simulation, order);
      return workOff(simulation, staged);
    });
  } finally {
    staging.remove();
  }
}

async function addJobs({ database, queue, count }: Simulation, order: ConvertOrder): Promise<void> {
  const catalogue = openPostgresCatalogue({ database, tenant: TENANT, fingerprint: '' });
  for (let from = 0; from < count; from += 1000) {
    const wanted = Array.from({ length: Math.min(1000, count - from) }, (_, at) => {
      return { path: `/simulated/${from + at}.jsonl`, version: 'v1', order: JSON.stringify(order) };
    });
    const jobs = wanted.map(({ path }): NewJob => ({ queue: 'convert', tenant: TENANT, target: path }));
    await database.asTenant(TENANT, async (client) => {
      await catalogue.raise(client, wanted);
      await queue.add(jobs, client);
    });
  }
}

async function workOff(
  { database, queue, folder, count, workers, waitMs }: Simulation,
  staged: StagedSource,
): Promise<SimulatedRun> {
  const waiting: ConvertThread = {
    async convert(_, use) {
      if (waitMs > 0) await sleep(waitMs);
      return use(staged);
    },
    close: async () => undefined,
  };
  const tenant: Tenant = { roots: [], sessions: join(folder, 'sessions'), tokens: [], rules: [] };
  const memory: number[] = [];
  let ended = 0;
  const [start, cpu, databaseBefore] = [performance.now(), process.cpuUsage(), await databaseCpuMs(database)];
  const { done, failed } = await runWorker({
    ...{ database, queue, jobs: workers, once: true, folder, tenants: new Map([[TENANT, tenant]]) },
    openThread: () => waiting,
    tell(news) {
      if (news.is !== 'done') throw new FleetError(`A simulated job failed: ${news.reason}`);
      ended += 1;
      if (ended % Math.ceil(count / 10) === 0) memory.push(process.memoryUsage.rss());
    },
  });
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const databaseAfter = await databaseCpuMs(database);
  const isKnown = databaseBefore !== undefined && databaseAfter !== undefined;
  return {
    ...{ done, failed, seconds, memory, workerMs: (user + system) / 1000 / count },
    ...(isKnown ? { databaseMs: (databaseAfter - databaseBefore) / count } : {}),
  };
}

/** CPU that the database's processes have used, in milliseconds; undefined where they do not run on this machine. */
export async function databaseCpuMs({ pool }: Database): Promise<number | undefined> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const own = processOf(rows[0]?.pid ?? 0);
  const server = processOf(own?.parent ?? 0);
  if (own?.name !== 'postgres' || server === undefined) return undefined;
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = all.map((pid) => processOf(Number(pid))).filter((each) => each?.parent === own.parent);
  // What has ended is counted with its parent.
  return children.reduce((sum, each) => sum + (each?.ownMs ?? 0), server.ownMs + server.endedMs);
}

/** The kernel tells times in ticks of 10 ms. */
const TICK_MS = 10;

function processOf(pid: number) {
  try {
    const [, name, rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const [, parent = 0, , , , , , , , , , user = 0, system = 0, endedUser = 0, endedSystem = 0] = rest
      .split(' ')
      .map(Number);
    return { name, parent, ownMs: (user + system) * TICK_MS, endedMs: (endedUser + endedSystem) * TICK_MS };
  } catch {
    return undefined;
  }
}
