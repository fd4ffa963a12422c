import type { Replay, ReplayItem } from '../../replay/index.ts';

/** Unfolds the runs around an item of a replay, so that it has a row of its own. */
export function unfoldRuns(replay: Replay, item: ReplayItem): void {
  const { index, expanded } = replay.getState();
  for (let run = index.runs[item.run]; run?.trigger !== undefined; run = index.runs[run.parent ?? 0]) {
    if (!expanded.has(run.trigger.id)) replay.expand(run.trigger.id);
  }
}
