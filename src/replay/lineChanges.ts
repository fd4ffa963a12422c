import { linesChanged } from '../session/facts/fileChanges.ts';
import { outcomeOf } from './judgeItem.ts';
import { memoize } from './memoize.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** What one call changed in one file. */
export interface LineChange {
  /** The call, as a position in `SessionIndex.items`. */
  readonly item: number;
  /** As the call names it; of a renamed file there are two, and the lines are those of the one that is there now. */
  readonly path: string;
  /** Lines; both 0 where the log does not say which. */
  readonly added: number;
  readonly removed: number;
}

/** Calls that are looked through in one step. */
const perStep = 256;

const made = memoize((_: SessionIndex): { changes?: readonly LineChange[] } => ({}));

/** What the calls that went well changed, in their order; made once, step by step. */
export function* lineChangesSteps(index: SessionIndex): Generator<undefined, readonly LineChange[]> {
  const kept = made(index);
  if (kept.changes !== undefined) return kept.changes;
  const found: LineChange[] = [];
  for (const [n, at] of index.landmarks.call.entries()) {
    if (n % perStep === perStep - 1) yield;
    const item = index.items[at];
    if (item?.is !== 'call' || outcomeOf(item.call) !== 'succeeded') continue;
    for (const { path, added, removed } of linesChanged(item.call)) found.push({ item: at, path, added, removed });
  }
  kept.changes = found;
  return found;
}
