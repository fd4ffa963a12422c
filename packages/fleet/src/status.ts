import type { Database } from './database.ts';
import type { JobQueue, QueueFigures } from './jobQueue.ts';

export interface FleetStatus {
  queues: QueueFigures[];
  /** How long the oldest ready job has waited, in seconds; 0 without one. */
  oldest_wait_seconds: number;
  /** Jobs that ended in the last hour. */
  done_last_hour: number;
}

/** What waits, runs, and was given up. */
export async function statusOf({ database, queue }: { database: Database; queue: JobQueue }): Promise<FleetStatus> {
  const { rows } = await database.pool.query<{ wait: number | null; done: number }>(
    `SELECT extract(epoch FROM now() - min(start_after) FILTER (WHERE state < 'active' AND start_after <= now()))::float8 AS wait,
       count(*) FILTER (WHERE state = 'completed' AND completed_on > now() - interval '1 hour')::int AS done
     FROM pgboss.job WHERE name NOT LIKE '%-dead'`,
  );
  return {
    queues: await queue.figures(),
    oldest_wait_seconds: Math.max(0, rows[0]?.wait ?? 0),
    done_last_hour: rows[0]?.done ?? 0,
  };
}

/** The same in the text format of Prometheus. */
export function metricsOf({ queues, oldest_wait_seconds, done_last_hour }: FleetStatus): string {
  const states = ['ready', 'deferred', 'active', 'dead'] as const;
  const lines = queues.flatMap((figures) =>
    states.map((state) => `agent_replay_fleet_jobs{queue="${figures.queue}",state="${state}"} ${figures[state]}`),
  );
  return [
    '# HELP agent_replay_fleet_jobs Jobs that wait, run, or were given up.',
    '# TYPE agent_replay_fleet_jobs gauge',
    ...lines,
    '# HELP agent_replay_fleet_oldest_wait_seconds How long the oldest ready job has waited.',
    '# TYPE agent_replay_fleet_oldest_wait_seconds gauge',
    `agent_replay_fleet_oldest_wait_seconds ${oldest_wait_seconds}`,
    '# HELP agent_replay_fleet_done_last_hour Jobs that ended in the last hour.',
    '# TYPE agent_replay_fleet_done_last_hour gauge',
    `agent_replay_fleet_done_last_hour ${done_last_hour}`,
    '',
  ].join('\n');
}
