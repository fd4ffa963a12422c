import { finish } from '../finish.ts';
import { memoize } from '../memoize.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { alignSteps } from './alignSteps.ts';
import type { Comparison } from './comparison.ts';

/**
 * Puts two sessions side by side: their items are paired in reading order by tool and file, best where the input is the same
 * too, and what has no partner stands alone. Swapping the sessions swaps the result, and nothing else. At once: for sessions of
 * many thousand items there is `alignInSlices`.
 */
export const alignSessions = memoize(
  (left: SessionIndex, right: SessionIndex): Comparison => finish(alignSteps(left, right)),
);
