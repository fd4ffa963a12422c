import { namedFiles, touchesOf } from '../session/facts/callFiles.ts';
import { filesAt } from './folds/filesAt.ts';
import { outcomeOf } from './judgeItem.ts';
import { memoize } from './memoize.ts';
import type { PhaseBlock } from './phases.ts';
import { endOf } from './position.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** A file that a phase looked at. */
export interface ExploredFile {
  readonly path: string;
  /** Why it was looked at, where the source says so. */
  readonly reason: string | undefined;
  /** Whether it was made use of: recorded, or inferred: the annotation names it as context, or it was changed in the session. */
  readonly used: boolean | undefined;
  /** `inferred`: taken from the calls of the phase that read files. */
  readonly from: 'recorded' | 'inferred';
}

/** The files that a phase explored: as recorded, else those its calls read, in the order of reading. */
export function filesExplored(index: SessionIndex, block: PhaseBlock): ExploredFile[] {
  const recorded = block.annotation?.exploration_record?.files_considered;
  if (recorded !== undefined) {
    return recorded.map(({ path, reason, used }) => ({ path, reason, used, from: 'recorded' }));
  }
  const changed = filesChanged(index);
  // The annotation knows what was used; what it does not name may have been used all the same.
  const named = namedFiles((block.annotation?.context_used ?? []).map(({ source }) => source));
  return [...pathsExplored(index, block)].map((path) => ({
    path,
    reason: undefined,
    used: named.has(path) || changed.has(path),
    from: 'inferred',
  }));
}

const filesChanged = memoize(
  (index: SessionIndex): ReadonlySet<string> =>
    new Set(
      filesAt(index, endOf(index))
        .filter(({ access }) => access !== 'read')
        .map(({ path }) => path),
    ),
);

/** Paths of the files that a phase explored: as recorded, else those its calls read, in the order of reading. Looks at its calls alone. */
export function pathsExplored({ items }: SessionIndex, { annotation, first, last }: PhaseBlock): ReadonlySet<string> {
  const recorded = annotation?.exploration_record?.files_considered;
  if (recorded !== undefined) return new Set(recorded.map(({ path }) => path));
  const paths = new Set<string>();
  for (let at = first; at <= last; at += 1) {
    const item = items[at];
    if (item?.is !== 'call' || item.run !== 0 || outcomeOf(item.call) !== 'succeeded') continue;
    for (const { path, access } of touchesOf(item.call)) if (access === 'read') paths.add(path);
  }
  return paths;
}
