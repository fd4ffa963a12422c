import { useEffect, useRef, useState } from 'react';
import { createStore, type Store } from '../../replay/createStore.ts';
import type { NewItems, Replay, SeenMark } from '../../replay/index.ts';
import { beginSight, newItemsOf, type Sight, type SightEvent, see } from '../../replay/internal.ts';
import { useReplayStore } from '../../replay/react/index.ts';
import type { TimelineGoal } from '../timeline/Timeline.tsx';

/** What a host says of a session that grows, and keeps of its reader. */
export interface SightProps {
  /**
   * Whether the log is still being written. The header then says so, the list stays at its end while that is in sight, and a line stands
   * above what has come since the reader looked. `false` says that it grew and no longer does; leave it out for a session that does not grow.
   * @default undefined
   */
  live?: boolean | undefined;
  /** How far the reader had seen the session, as `onSeenChange` gave it the last time. @default all that is there at first */
  seen?: SeenMark | undefined;
  /** Called when the reader has seen more of a session that grows; a host that keeps it marks what comes while its page is closed. */
  onSeenChange?: ((mark: SeenMark) => void) | undefined;
}

/** What the reader has of a growing session, and where the list is to go. */
export interface SightState {
  /** What came since the reader looked; undefined if nothing did. */
  readonly news: (NewItems & { readonly agoMs: number }) | undefined;
  readonly pageVisible: boolean;
  readonly endInSight: boolean;
  /** Whether the reader lets the list go along with its end. */
  readonly tails: boolean;
  readonly goal: TimelineGoal | undefined;
}

/** The sight of the surrounding replay's reader; a store, so that only what shows it is drawn when it changes. */
export interface SightView {
  /** As the host says; undefined where it says nothing, and while the session is being read. */
  readonly live: boolean | undefined;
  readonly state: Store<SightState>;
  readonly change: (change: Partial<SightState>) => void;
}

const atFirst: SightState = { news: undefined, pageVisible: true, endInSight: false, tails: true, goal: undefined };

/** How often what is said of the past is brought up to date, in milliseconds. */
const beatMs = 1000;
/** Steps in which it is said, in milliseconds: up to a minute, and from then on. */
const stepsMs = { seconds: 10_000, minutes: 60_000 };

/** Follows what the reader sees of a session that grows. `covered` says that something lies over the list. */
export function useSight({ live, seen, onSeenChange }: SightProps, loading: boolean, covered: boolean): SightView {
  const replay = useReplayStore();
  const [state] = useState(() => createStore(atFirst));
  const known = loading ? undefined : live;
  const isWatched = known !== undefined;
  const host = useRef({ seen, onSeenChange });
  useEffect(() => {
    host.current = { seen, onSeenChange };
  });
  const [change] = useState(() => (values: Partial<SightState>) => {
    const before = state.get();
    const isOther = Object.entries(values).some(([name, value]) => before[name as keyof SightState] !== value);
    if (isOther) state.set({ ...before, ...values });
  });
  const isCovered = useRef(covered);
  const lookAgain = useRef<() => void>(undefined);
  useEffect(() => {
    isCovered.current = covered;
    lookAgain.current?.();
  }, [covered]);
  useEffect(() => {
    if (!isWatched) return undefined;
    const watch = watchReader(replay, {
      ...{ state, change },
      kept: host.current.seen,
      isCovered: () => isCovered.current,
      onMark: (mark) => host.current.onSeenChange?.(mark),
    });
    lookAgain.current = watch.look;
    return () => {
      watch.end();
      lookAgain.current = undefined;
      change(atFirst);
    };
  }, [replay, isWatched, state, change]);
  return { live: known, state, change };
}

interface WatchOptions extends Pick<SightView, 'state' | 'change'> {
  readonly kept: SeenMark | undefined;
  readonly isCovered: () => boolean;
  readonly onMark: (mark: SeenMark) => void;
}

/** Watches the page, the list and the session, and notes what the reader has seen. */
function watchReader(replay: Replay, { state, change, kept, isCovered, onMark }: WatchOptions) {
  let sight: Sight = beginSight(replay.getState().index, Date.now(), kept);
  let beat: ReturnType<typeof setInterval> | undefined;
  const hear = (event: SightEvent): void => {
    const { index, filters } = replay.getState();
    const before = sight;
    sight = see(sight, event, index, Date.now());
    if (sight.mark !== undefined && sight.mark.item !== before.mark?.item) onMark(sight.mark);
    const found = newItemsOf(index, filters, sight.mark);
    change({ news: sameNews(state.get().news, found && { ...found, agoMs: agoOf(sight.mark?.at ?? 0) }) });
    if (found === undefined) {
      clearInterval(beat);
      beat = undefined;
    } else beat ??= setInterval(() => hear('waits'), beatMs);
  };
  const look = (): void => {
    const { pageVisible, endInSight, tails } = state.get();
    hear(pageVisible && endInSight && tails && !isCovered() ? 'comes' : 'goes');
  };
  const onVisibility = (): void => change({ pageVisible: document.visibilityState === 'visible' });
  const stops = [
    replay.subscribe(({ index, filters }, before) => {
      if (index !== before.index) hear('grown');
      else if (filters !== before.filters) hear('waits');
    }),
    state.subscribe((now, before) => {
      const { pageVisible, endInSight, tails } = now;
      if (pageVisible !== before.pageVisible || endInSight !== before.endInSight || tails !== before.tails) look();
    }),
    () => document.removeEventListener('visibilitychange', onVisibility),
    () => clearInterval(beat),
  ];
  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  look();
  hear('waits');
  // Who comes back to a log that is followed reads on where it was left.
  if (state.get().news !== undefined && replay.getState().status === 'following') change({ goal: { to: 'line' } });
  return {
    look,
    end: (): void => {
      for (const stop of stops) stop();
    },
  };
}

/** Rounded down, so that what is said changes no oftener than one reads it. */
function agoOf(at: number): number {
  const ms = Math.max(0, Date.now() - at);
  const step = ms < stepsMs.minutes ? stepsMs.seconds : stepsMs.minutes;
  return Math.floor(ms / step) * step;
}

/** The former news as long as they say the same. */
function sameNews(before: SightState['news'], now: SightState['news']): SightState['news'] {
  const isSame = before?.after === now?.after && before?.count === now?.count && before?.agoMs === now?.agoMs;
  return isSame ? before : now;
}
