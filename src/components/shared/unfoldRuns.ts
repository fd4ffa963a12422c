import {
  chapterOfItems,
  chaptersOf,
  housekeepingRuns,
  pollsOf,
  type Replay,
  type ReplayItem,
} from '../../replay/index.ts';
import { chapterFold, levelOf, lookRuns } from '../../replay/internal.ts';

/** Unfolds everything an item is folded into, so that it has a row of its own: chapters, runs, polls of a command, looks, housekeeping. */
export function unfoldRuns(replay: Replay, item: ReplayItem): void {
  const { index, filters } = replay.getState();
  const unfold = (id: string | undefined): void => {
    if (id !== undefined && !replay.getState().expanded.has(id)) replay.expand(id);
  };
  for (let run = index.runs[item.run]; run?.trigger !== undefined; run = index.runs[run.parent ?? 0]) {
    unfold(run.trigger.id);
  }
  unfoldChapter(replay, item);
  unfold(lookRuns(index, filters).byItem.get(item.index)?.id);
  unfold(housekeepingRuns(index, filters).byItem.get(item.index)?.id);
  for (const [command, { items }] of pollsOf(index)) if (items.includes(item.index)) unfold(command);
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
