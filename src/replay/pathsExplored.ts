import { touchesOf } from '../session/facts/callFiles.ts';
import { outcomeOf } from './judgeItem.ts';
import type { PhaseBlock } from './phases.ts';
import type { SessionIndex } from './sessionIndex.ts';

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
