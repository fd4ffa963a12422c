import { describe, expect, it } from 'vitest';
import { runInSlices } from '../../../src/replay/search/index.ts';

function* count(to: number): Generator<number, string> {
  for (let n = 0; n < to; n += 1) yield n;
  return 'all';
}

describe('runInSlices', () => {
  it('pauses when its time is used up, and returns what the steps return', async () => {
    const seen: number[] = [];
    expect(await runInSlices(count(4), { budgetMs: 0, onRest: (n) => seen.push(n) })).toBe('all');
    expect(seen).toEqual([0, 1, 2, 3]);
  });

  it('stops at the pause after an abort', async () => {
    const controller = new AbortController();
    const seen: number[] = [];
    const run = runInSlices(count(100), {
      budgetMs: 0,
      signal: controller.signal,
      onRest(n) {
        seen.push(n);
        if (n === 2) controller.abort();
      },
    });
    await expect(run).rejects.toThrow();
    expect(seen).toEqual([0, 1, 2]);
  });
});
