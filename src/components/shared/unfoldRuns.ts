import { housekeepingRuns, pollsOf, type Replay, type ReplayItem } from '../../replay/index.ts';

/** Unfolds what an item of a replay is folded into, so that it has a row of its own: runs, polls of a command, housekeeping. */
export function unfoldRuns(replay: Replay, item: ReplayItem): void {
  const { index, filters } = replay.getState();
  const unfold = (id: string | undefined): void => {
    if (id !== undefined && !replay.getState().expanded.has(id)) replay.expand(id);
  };
  for (let run = index.runs[item.run]; run?.trigger !== undefined; run = index.runs[run.parent ?? 0]) {
    unfold(run.trigger.id);
  }
  unfold(housekeepingRuns(index, filters).byItem.get(item.index)?.id);
  for (const [command, { items }] of pollsOf(index)) if (items.includes(item.index)) unfold(command);
}
