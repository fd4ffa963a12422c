import {
  chapterOfItems,
  chaptersOf,
  housekeepingRuns,
  phaseBlocks,
  pollsOf,
  type Replay,
  type ReplayItem,
} from '../../replay/index.ts';
import { chapterFold, foldOfPhase, levelOf, lookRuns } from '../../replay/internal.ts';

/**
 * Unfolds everything an item is folded into, so that it has a row of its own: chapters, phases, runs, polls of a command, looks,
 * housekeeping.
 */
export function unfoldRuns(replay: Replay, item: ReplayItem): void {
  const { index, filters } = replay.getState();
  const unfold = (id: string | undefined): void => {
    if (id !== undefined && !replay.getState().expanded.has(id)) replay.expand(id);
  };
  let outermost = item;
  for (let run = index.runs[item.run]; run?.trigger !== undefined; run = index.runs[run.parent ?? 0]) {
    unfold(run.trigger.id);
    outermost = run.trigger;
  }
  unfoldChapter(replay, item);
  unfoldPhase(replay, outermost.index);
  unfold(lookRuns(index, filters).byItem.get(item.index)?.id);
  unfold(housekeepingRuns(index, filters).byItem.get(item.index)?.id);
  for (const [command, { items }] of pollsOf(index)) if (items.includes(item.index)) unfold(command);
}

/** Unfolds the phase around an item of the session's own run, if the reader folded it. */
function unfoldPhase(replay: Replay, item: number): void {
  const { index, expanded } = replay.getState();
  const block = phaseBlocks(index).find(
    ({ empty, first, last }) => empty === undefined && first <= item && item <= last,
  );
  const fold = block === undefined ? undefined : foldOfPhase(index, block);
  if (fold !== undefined && expanded.has(fold)) replay.collapse(fold);
}

/** Unfolds the condensed chapter of an item, unless the item has a row there anyway, as prompts and answers do. */
function unfoldChapter(replay: Replay, item: ReplayItem): void {
  const { index, filters, expanded } = replay.getState();
  const level = levelOf(filters);
  const chapter = chaptersOf(index)[chapterOfItems(index)[item.index] ?? -1];
  if (level === undefined || chapter === undefined) return;
  if (item.index === chapter.prompt || item.index === chapter.answer) return;
  const fold = chapterFold(level, chapter, expanded);
  if (fold.folded) replay.toggleExpanded(fold.id);
}
