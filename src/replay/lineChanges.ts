import { linesChanged } from '../session/facts/fileChanges.ts';
import { filePath } from './filePath.ts';
import { outcomeOf } from './judgeItem.ts';
import { memoize } from './memoize.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** What one call changed in one file. */
export interface LineChange {
  /** The call, as a position in `SessionIndex.items`. */
  readonly item: number;
  /** As `filePath` gives it. A renamed file has two entries; the lines count for the new path. */
  readonly path: string;
  /** Lines; both 0 where the log does not tell which lines changed. */
  readonly added: number;
  readonly removed: number;
}

/** Calls looked through in one step. */
const perStep = 256;

const made = memoize((_: SessionIndex): { changes?: readonly LineChange[] } => ({}));

/** The changes of all successful calls, in order; computed once, step by step. */
export function* lineChangesSteps(index: SessionIndex): Generator<undefined, readonly LineChange[]> {
  const kept = made(index);
  if (kept.changes !== undefined) return kept.changes;
  const found: LineChange[] = [];
  for (const [n, at] of index.landmarks.call.entries()) {
    if (n % perStep === perStep - 1) yield;
    const item = index.items[at];
    if (item?.is !== 'call' || outcomeOf(item.call) !== 'succeeded') continue;
    for (const { path, added, removed } of linesChanged(item.call))
      found.push({ item: at, path: filePath(index, item.run, path), added, removed });
  }
  kept.changes = found;
  return found;
}
