import { namedFiles, touchesOf } from '../session/facts/callFiles.ts';
import { filesAt } from './folds/filesAt.ts';
import { memoize } from './memoize.ts';
import type { PhaseBlock } from './phases.ts';
import { endOf } from './position.ts';
import { outcomeOf } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** A file that a phase explored. */
export interface ExploredFile {
  readonly path: string;
  /** The reason for exploring it, where the source gives one. */
  readonly reason: string | undefined;
  /** Whether it was used. Recorded, or inferred: the annotation names it as context, or the session changed it. */
  readonly used: boolean | undefined;
  /** `inferred`: taken from the calls of the phase that read files. */
  readonly from: 'recorded' | 'inferred';
}

/** The files that a phase explored: the recorded ones, else those its calls read, in the order of reading. */
export function filesExplored(index: SessionIndex, block: PhaseBlock): ExploredFile[] {
  const recorded = block.annotation?.exploration_record?.files_considered;
  if (recorded !== undefined) {
    return recorded.map(({ path, reason, used }) => ({ path, reason, used, from: 'recorded' }));
  }
  const changed = filesChanged(index);
  // The annotation names files that were used; a file that it does not name may have been used all the same.
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

/**
 * Paths of the files that a phase explored: the recorded ones, else those its calls read, in the order of reading. Reads only the calls of
 * that phase.
 */
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
