import { kindOf, noFilters, type Replay, type ReplayItem, visibleItems } from '../../replay/index.ts';
import { unfoldRuns } from '../shared/unfoldRuns.ts';

/** Goes to an item and chooses it, wherever it is: unfolds the runs around it, and removes filters that hide it. */
export function revealItem(replay: Replay, item: ReplayItem): void {
  const { index, filters } = replay.getState();
  if (!visibleItems(index, filters).has(item.index)) {
    const kind = kindOf(item);
    // A conversation hides everything that was not said.
    const level = filters.level === 'conversation' ? 'steps' : filters.level;
    replay.filter({
      ...noFilters,
      level,
      between: undefined,
      hidden: filters.hidden.filter((hidden) => hidden !== kind),
    });
  }
  unfoldRuns(replay, item);
  replay.select(item.id);
}
