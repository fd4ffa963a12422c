import type { SliceOptions } from '../indexInSlices.ts';
import { rest } from '../rest.ts';
import { runInSlices } from '../search/runInSlices.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { alignSteps } from './alignSteps.ts';
import type { Comparison } from './comparison.ts';

/** Puts two sessions side by side, as `alignSessions` does, while the page goes on: in slices, with rests. Rejects on abort alone. */
export async function alignInSlices(
  left: SessionIndex,
  right: SessionIndex,
  { signal, budgetMs = 8 }: Omit<SliceOptions, 'idle'> = {},
): Promise<Comparison> {
  const comparison = await runInSlices(alignSteps(left, right), {
    budgetMs,
    ...(signal === undefined ? {} : { signal }),
  });
  // Whoever waits for it has work of its own.
  await rest();
  signal?.throwIfAborted();
  return comparison;
}
