import { expect, test } from 'vitest';
import { bigSession } from '../../benchmarks/bigSession.ts';
import { indexInSlices, indexSession } from '../../src/replay/index.ts';

test('lets other work run between its slices', async () => {
  const session = bigSession(20_000);
  let turns = 0;
  let goesOn = true;
  const other = (): void => {
    turns += 1;
    if (goesOn) setImmediate(other);
  };
  setImmediate(other);
  const index = await indexInSlices(session, { budgetMs: 0 });
  goesOn = false;
  expect(turns).toBeGreaterThan(3);
  expect(index.outline).toEqual(indexSession(session).outline);
});

test('stops on abort', async () => {
  const controller = new AbortController();
  const indexed = indexInSlices(bigSession(20_000), { budgetMs: 0, signal: controller.signal });
  controller.abort();
  await expect(indexed).rejects.toThrow(/abort/i);
});
