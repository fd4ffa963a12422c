import { expect, it } from 'vitest';
import { simulateJobs } from '../src/bench/simulateJobs.ts';
import { prepareFleet } from './testFleet.ts';

const fleet = prepareFleet();

/** `FLEET_JOBS=100000` takes a quarter of an hour. */
const count = Number(process.env.FLEET_JOBS ?? 1000);

it('does every job once, in flat memory, for at most 15 ms of CPU beside its conversion', {
  timeout: 3_600_000,
}, async () => {
  const { database, queue, folder } = fleet;
  const run = await simulateJobs({ database, queue, folder, count, workers: 4, waitMs: 0 });
  expect(run).toMatchObject({ done: count, failed: 0 });
  const { rows } = await database.asTenant('simulated', (client) =>
    client.query('SELECT count(*)::int AS sessions, count(DISTINCT source)::int AS sources FROM ark.session'),
  );
  expect(rows).toEqual([{ sessions: count, sources: count }]);
  expect((await queue.figures()).map(({ ready, deferred, active, dead }) => ready + deferred + active + dead)).toEqual([
    0, 0, 0,
  ]);
  expect(run.workerMs + (run.databaseMs ?? 0)).toBeLessThan(15);
  const [middle = 0, end = 0] = [run.memory[4], run.memory.at(-1)];
  expect((end - middle) / 1e6).toBeLessThan(80);
});
