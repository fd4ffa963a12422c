import { kindOf, noFilters, type Replay, type ReplayItem, visibleItems } from '../../replay/index.ts';
import { unfoldRuns } from '../shared/unfoldRuns.ts';

/** Goes to an item and chooses it, wherever it is: runs that are folded away around it unfold, filters that hide it go. */
export function revealItem(replay: Replay, item: ReplayItem): void {
  const { index, filters } = replay.getState();
  if (!visibleItems(index, filters).has(item.index)) {
    const kind = kindOf(item);
    // What was not said is not part of a conversation.
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
