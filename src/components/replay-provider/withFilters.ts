import type { Replay, ReplayFilters } from '../../replay/index.ts';

/** The same replay, having begun with filters: also what a server renders is filtered. */
export function withFilters(replay: Replay, filters: Partial<ReplayFilters> | undefined): Replay {
  if (filters === undefined) return replay;
  replay.filter(filters);
  const initial = replay.getState();
  return { ...replay, getInitialState: () => initial };
}
