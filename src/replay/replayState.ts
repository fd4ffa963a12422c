import type { ReplayFilters } from './filters/replayFilters.ts';
import type { SessionIndex } from './sessionIndex.ts';
import type { Playback } from './transition.ts';

/** All that a replay holds; everything else is a selector over it. */
export interface ReplayState extends Playback {
  readonly index: SessionIndex;
  /**
   * `reading` until the reader plays or scrubs: a whole session, nothing of which lies ahead. Then `replaying`: what comes after
   * the playhead has not happened yet.
   */
  readonly mode: 'reading' | 'replaying';
  /**
   * Id of the item whose details the reader has opened, as in `ReplayItem.id`; kept while the session grows. Choosing an item
   * brings the playhead there, and whatever moves the playhead from then on takes the details along.
   */
  readonly selection: string | undefined;
  /** Id of the item whose details stay open wherever the playhead goes. */
  readonly pinned: string | undefined;
  readonly filters: ReplayFilters;
  /** Ids of the items the reader has opened: calls whose runs are unfolded, texts shown whole. */
  readonly expanded: ReadonlySet<string>;
}
