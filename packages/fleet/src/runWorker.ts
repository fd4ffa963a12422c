import { setTimeout as sleep } from 'node:timers/promises';
import { openStaging, type StagingFolder } from '../../../scripts/etl/stagingFolder.ts';
import { type ConvertThread, openConvertThread } from './convertThread.ts';
import { FleetError } from './database.ts';
import type { Tenant } from './fleetTenants.ts';
import { type HeldJob, type JobQueue, type QueueName, queues, TakenOver } from './jobQueue.ts';
import { type JobPorts, type JobResult, runJob, tenantOpener } from './runJob.ts';

/** How often a worker looks for jobs while there are none, and says of a job that it lives. */
const IDLE_MS = 1000;
const BEAT_MS = 8000;

/** How often jobs of dead workers are looked for. */
const SUPERVISE_MS = 15_000;

export interface WorkerOptions extends Pick<JobPorts, 'database' | 'queue' | 'step'> {
  tenants: ReadonlyMap<string, Tenant>;
  /** Which queues it takes jobs from, the first one first. @default all */
  from?: readonly QueueName[];
  /** How many jobs at once, each with a thread. @default 1 */
  jobs?: number;
  /** How many jobs of one tenant run at once, over all workers. @default no limit */
  perTenant?: number | undefined;
  /** Ends when no job is ready. @default false */
  once?: boolean;
  /** Ends when the jobs at hand are done. */
  signal?: AbortSignal;
  /** Folder for what is staged. @default the system's for temporary files */
  folder?: string | undefined;
  /** What converts, by the rules of a tenant. @default a thread */
  openThread?: (staging: StagingFolder, rules: readonly unknown[]) => ConvertThread;
  tell?: (news: WorkerNews) => void;
}

export type WorkerNews =
  | ({ is: 'done'; seconds: number } & HeldJob & JobResult)
  | ({ is: 'failed'; reason: string } & HeldJob)
  | { is: 'trouble'; reason: string };

/** What a worker has done. */
export interface WorkerTotals {
  done: number;
  failed: number;
  sessions: number;
  bytes: number;
}

/**
 * Takes jobs and does them, until it is stopped. A database that is away for a while is waited for. Rejects only where it cannot begin.
 */
export async function runWorker(options: WorkerOptions): Promise<WorkerTotals> {
  const { queue, jobs = 1, once = false, signal, openThread = openConvertThread, tell = () => undefined } = options;
  const totals: WorkerTotals = { done: 0, failed: 0, sessions: 0, bytes: 0 };
  const staging = openStaging(options.folder);
  const timer = setInterval(() => {
    staging.beat();
    queue.supervise().catch((error: unknown) => tell({ is: 'trouble', reason: reasonOf(error) }));
  }, SUPERVISE_MS);
  const openTenant = tenantOpener(options.database, options.tenants);
  const empty: EmptyQueues = new Map();
  let active = 0;
  const slot = async (): Promise<void> => {
    const threads = new Map<string, ConvertThread>();
    const threadOf = (rules: readonly unknown[]): ConvertThread => {
      const key = JSON.stringify(rules);
      const thread = threads.get(key) ?? openThread(staging, rules);
      threads.set(key, thread);
      return thread;
    };
    try {
      while (signal?.aborted !== true) {
        active += 1;
        const job = await takeJob(options, empty, tell);
        if (job !== undefined) await doJob(job, { ...options, openTenant, threadOf }, totals, tell);
        active -= 1;
        if (job !== undefined) continue;
        // A scan that still runs elsewhere in this worker adds jobs.
        if (once && active === 0) return;
        await sleep(once ? 50 : IDLE_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
      }
    } finally {
      for (const thread of threads.values()) await thread.close();
    }
  };
  try {
    await Promise.all(Array.from({ length: jobs }, slot));
    return totals;
  } finally {
    clearInterval(timer);
    staging.remove();
  }
}

/** Queues that had no job a moment ago; they are asked last. */
type EmptyQueues = Map<QueueName, number>;

async function takeJob(
  { queue, from = queues, perTenant, once = false }: WorkerOptions,
  empty: EmptyQueues,
  tell: (news: WorkerNews) => void,
): Promise<HeldJob | undefined> {
  const wasEmpty = (name: QueueName): boolean => performance.now() - (empty.get(name) ?? -IDLE_MS) < IDLE_MS;
  const first = from.filter((name) => !wasEmpty(name));
  for (const name of [...first, ...from.filter((each) => !first.includes(each))]) {
    try {
      const job = await queue.take(name, perTenant);
      if (job !== undefined) return job;
      empty.set(name, performance.now());
    } catch (error) {
      if (once) throw error;
      tell({ is: 'trouble', reason: reasonOf(error) });
      await sleep(IDLE_MS);
    }
  }
  return undefined;
}

async function doJob(
  job: HeldJob,
  ports: JobPorts & { queue: JobQueue },
  totals: WorkerTotals,
  tell: (news: WorkerNews) => void,
): Promise<void> {
  const started = performance.now();
  const beat = setInterval(() => void ports.queue.touch(job).catch(() => undefined), BEAT_MS);
  try {
    const result = await runJob(job, ports);
    totals.done += 1;
    totals.sessions += result.sessions;
    totals.bytes += result.bytes;
    tell({ is: 'done', ...job, ...result, seconds: (performance.now() - started) / 1000 });
  } catch (error) {
    totals.failed += 1;
    tell({ is: 'failed', ...job, reason: reasonOf(error) });
    // Whoever has taken it over ends it; and without a database, its silence says enough.
    if (!(error instanceof TakenOver)) await ports.queue.fail(job, reasonOf(error)).catch(() => undefined);
  } finally {
    clearInterval(beat);
  }
}

/** The reason of a failure, short enough to be kept with the job. Only messages of the fleet itself may quote addresses. */
function reasonOf(error: unknown): string {
  const { message = String(error) } = error as Error;
  return (error instanceof FleetError ? message : `${(error as Error).name ?? 'Error'}: ${message}`).slice(0, 500);
}
