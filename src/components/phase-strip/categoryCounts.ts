import type { SessionIndex } from '../../replay/index.ts';
import { kindsOf, laneKinds, memoize } from '../../replay/internal.ts';

/** Number of the session's own calls by category, as lanes colour them, without empty categories; computed once. */
export const categoryCounts = memoize((index: SessionIndex) => {
  const counts = laneKinds.map(() => 0);
  const calls = index.runs[0]?.landmarks.call ?? new Uint32Array();
  for (const kind of kindsOf(index, calls)) counts[kind] = (counts[kind] as number) + 1;
  return laneKinds.flatMap((category, kind) => {
    const calls = counts[kind] as number;
    return calls === 0 ? [] : [{ category, calls }];
  });
});
