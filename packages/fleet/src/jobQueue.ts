import { PgBoss } from 'pg-boss';
import { type Client, type Database, FleetError, prepared } from './database.ts';

/** The queues: looking for what has changed, converting it, and converting what needs a worker with room on its disk. */
export const queues = ['scan', 'convert', 'convert-large'] as const;

export type QueueName = (typeof queues)[number];

/** Where jobs go that failed too often. */
const deadQueue = (name: QueueName): string => `${name}-dead`;

/** A worker that says nothing for this long is taken for dead. */
const HEARTBEAT_SECONDS = 30;

/** Jobs name what has to be made current; how, stands in the catalogue. */
export interface JobData {
  tenant: string;
  /** Address of the root to scan, or path of the primary file to convert. */
  target: string;
}

export interface NewJob extends JobData {
  queue: QueueName;
  /** Higher ones are done first. @default 0 */
  priority?: number;
  /** Not before so many seconds from now. @default 0 */
  afterSeconds?: number;
}

/** A job that this worker holds. Once another worker has taken it over, nothing can be settled by it. */
export interface HeldJob extends JobData {
  queue: QueueName;
  id: string;
  retryCount: number;
}

export interface QueueFigures {
  queue: string;
  ready: number;
  deferred: number;
  active: number;
  /** Jobs that were given up. */
  dead: number;
}

/** Jobs in PostgreSQL. At most one job per queue, tenant and target waits or runs: adding it again does nothing. */
export interface JobQueue {
  /** How many were added; with a client, in its transaction. */
  add(jobs: readonly NewJob[], client?: Client): Promise<number>;
  /** The most urgent job of a queue; at most `perTenant` of one tenant run at once. */
  take(queue: QueueName, perTenant?: number): Promise<HeldJob | undefined>;
  /** Says that the worker lives; false where the job was taken over. */
  touch(job: HeldJob): Promise<boolean>;
  /** Ends a job, with everything else that the client's transaction does. Throws where the job was taken over. */
  complete(job: HeldJob, client: Client): Promise<void>;
  /** Gives a job back: it is tried again later, and given up after too many times. */
  fail(job: HeldJob, reason: string): Promise<void>;
  figures(): Promise<QueueFigures[]>;
  /** Jobs that were given up, with the reason. */
  dead(limit: number): Promise<(JobData & { queue: QueueName; reason: string })[]>;
  /** Adds jobs again that were given up, and gives their number. */
  redrive(): Promise<number>;
  /** Removes jobs of a tenant, whatever their state, and gives their number; all of them without targets. In the client's transaction. */
  forget(tenant: string, targets: readonly string[] | undefined, client: Client): Promise<number>;
  /** Frees jobs of workers that say nothing any more, which every worker also does from time to time. */
  supervise(): Promise<void>;
  close(): Promise<void>;
}

/** A job was taken over by another worker, because this one said nothing for too long: what it did is rolled back. */
export class TakenOver extends FleetError {}

interface OpenQueue {
  /** Creates or updates the tables, as `migrate` does. @default false */
  migrate?: boolean;
  /** Called with what goes wrong in the background. */
  tell?: (message: string) => void;
}

/** Opens the queue. Jobs are kept by pg-boss, in the schema `pgboss` of the same database. */
export async function openJobQueue(
  { pool }: Database,
  { migrate = false, tell = () => undefined }: OpenQueue = {},
): Promise<JobQueue> {
  const onPool = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
  const boss = new PgBoss({ db: onPool, migrate, createSchema: migrate, schedule: false });
  boss.on('error', (error) => tell(error instanceof Error ? error.message : String(error)));
  try {
    await boss.start();
  } catch (error) {
    const remedy = 'Run `agent-replay-fleet migrate`, and look whether the database runs.';
    throw new FleetError(`The queue could not be opened. ${remedy}`, { cause: error });
  }
  if (migrate) for (const name of queues) await createQueue(boss, name);

  /** For what every job asks; pg-boss's other statements have many texts. */
  const planned = (on: Pick<Client, 'query'>) => ({
    db: { executeSql: (text: string, values?: unknown[]) => on.query(prepared(text, values)) },
  });

  const add: JobQueue['add'] = async (jobs, client) => {
    let added = 0;
    for (const queue of queues) {
      const own = jobs.filter((job) => job.queue === queue);
      if (own.length === 0) continue;
      const rows = own.map(({ tenant, target, priority = 0, afterSeconds = 0 }) => ({
        data: { tenant, target },
        priority,
        singletonKey: JSON.stringify([tenant, target]),
        group: { id: tenant },
        ...(afterSeconds > 0 ? { startAfter: afterSeconds } : {}),
      }));
      const options = client === undefined ? {} : planned(client);
      added += (await boss.insert(queue, rows, { ...options, returnId: true }))?.length ?? 0;
    }
    return added;
  };

  return {
    add,
    async take(queue, perTenant) {
      const fairness = perTenant === undefined ? {} : { groupConcurrency: perTenant };
      const [job] = await boss.fetch<JobData>(queue, { batchSize: 1, ...fairness, ...planned(pool) });
      return job === undefined ? undefined : { ...job.data, queue, id: job.id, retryCount: job.retryCount };
    },
    touch: async ({ queue, id, retryCount }) => affected(await boss.touch(queue, { id, retryCount })) === 1,
    async complete({ queue, id, retryCount, target }, client) {
      const done = await boss.complete(queue, { id, retryCount }, null, planned(client));
      if (affected(done) !== 1)
        throw new TakenOver(`${target}: this worker was silent for too long, and another took the job over.`);
    },
    async fail({ queue, id, retryCount }, reason) {
      await boss.fail(queue, { id, retryCount }, { reason });
    },
    async figures() {
      const { rows } = await pool.query<{ name: string; ready: number; deferred: number; active: number }>(
        `SELECT name, count(*) FILTER (WHERE state < 'active' AND start_after <= now())::int AS ready,
           count(*) FILTER (WHERE state < 'active' AND start_after > now())::int AS deferred,
           count(*) FILTER (WHERE state = 'active')::int AS active
         FROM pgboss.job WHERE state <= 'active' GROUP BY name`,
      );
      const of = (name: string) => rows.find((row) => row.name === name);
      return queues.map((queue) => {
        const { ready = 0, deferred = 0, active = 0 } = of(queue) ?? {};
        return { queue, ready, deferred, active, dead: of(deadQueue(queue))?.ready ?? 0 };
      });
    },
    async dead(limit) {
      const { rows } = await pool.query<{ name: string; data: JobData; output: { reason?: string } | null }>(
        "SELECT name, data, source_output AS output FROM pgboss.job WHERE name = ANY($1::text[]) AND state < 'active' ORDER BY created_on LIMIT $2",
        [queues.map(deadQueue), limit],
      );
      return rows.map(({ name, data, output }) => ({
        ...data,
        queue: name.slice(0, -'-dead'.length) as QueueName,
        reason: output?.reason ?? 'Its worker died again and again.',
      }));
    },
    async redrive() {
      let moved = 0;
      for (const name of queues) moved += await boss.redrive(deadQueue(name));
      return moved;
    },
    async forget(tenant, targets, client) {
      const sql =
        "DELETE FROM pgboss.job WHERE data ->> 'tenant' = $1 AND ($2::text[] IS NULL OR data ->> 'target' = ANY($2))";
      return (await client.query(sql, [tenant, targets ?? null])).rowCount ?? 0;
    },
    supervise: () => boss.supervise(),
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

async function createQueue(boss: PgBoss, name: QueueName): Promise<void> {
  if ((await boss.getQueue(deadQueue(name))) === null)
    await boss.createQueue(deadQueue(name), { retentionSeconds: 90 * 86_400 });
  if ((await boss.getQueue(name)) !== null) return;
  await boss.createQueue(name, {
    policy: 'exclusive',
    retryLimit: 5,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
    // Heartbeats tell whether a worker lives; a long log may take hours.
    expireInSeconds: 23 * 3600,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deadLetter: deadQueue(name),
    deleteAfterSeconds: 86_400,
  });
}

/** pg-boss gives a number that its types leave out. */
function affected(response: unknown): number {
  return (response as { affected?: number }).affected ?? 0;
}
