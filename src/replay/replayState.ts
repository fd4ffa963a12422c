import type { ReplayFilters } from './filters/replayFilters.ts';
import type { SessionIndex } from './sessionIndex.ts';
import type { Playback } from './transition.ts';

/** All that a replay holds; everything else is a selector over it. */
export interface ReplayState extends Playback {
  readonly index: SessionIndex;
  /** Id of the item the reader has chosen, as in `ReplayItem.id`; kept while the session grows. */
  readonly selection: string | undefined;
  readonly filters: ReplayFilters;
  /** Ids of the items the reader has opened: calls whose runs are unfolded, texts shown whole. */
  readonly expanded: ReadonlySet<string>;
}
