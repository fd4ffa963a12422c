import { countUpTo } from '../countUpTo.ts';
import type { Position } from '../position.ts';
import type { Landmark, SessionIndex } from '../sessionIndex.ts';

/** How much of each kind has been reached, errors among it. */
export type Counts = Readonly<Record<Landmark, number>>;

/** Counts what has been reached by a position, in one run or in all: `call 79 of 131` is `call` of run 0. */
export function countsAt(index: SessionIndex, { item }: Position, run?: number): Counts {
  const landmarks = run === undefined ? index.landmarks : index.runs[run]?.landmarks;
  const count = (kind: Landmark): number => (landmarks === undefined ? 0 : countUpTo(landmarks[kind], item));
  return {
    call: count('call'),
    message: count('message'),
    error: count('error'),
    prompt: count('prompt'),
    phase: count('phase'),
    compaction: count('compaction'),
  };
}
