import type { Session } from '../session/index.ts';
import type { Clock } from './clock.ts';
import { createStore, type StoreListener } from './createStore.ts';
import { noFilters, type ReplayFilters } from './filters.ts';
import { type IdleOptions, indexSession } from './indexSession.ts';
import { paceOf } from './pace.ts';
import { carryPosition, endOf, type Position, positionAt, positionOf, startOf } from './position.ts';
import { type Direction, neighbour, type Step, stepsOf } from './rows.ts';
import { axisOf, itemPlayed, nextEndOfCall } from './selectors.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { createSettledState } from './settledState.ts';
import { playbackMs, type SessionMs, sessionMs } from './timeAxis.ts';
import type { ReplayState } from './transition.ts';
import {
  type Moment,
  type Playback,
  type PlaybackEvent,
  type PlaybackKind,
  playbackAt,
  transition,
} from './transition.ts';

export interface ReplayOptions {
  readonly clock: Clock;
  /** Initial position. Default: the end if `follow` is on, else the start. */
  readonly at?: SessionMs | 'start' | 'end';
  /** Playback milliseconds per millisecond, 0.5…32. Default: 1. */
  readonly rate?: number;
  /** What sets the pace of playback: the clock, or what the session holds. Default: `clock`. */
  readonly playback?: PlaybackKind | undefined;
  /** Default: true. */
  readonly skipIdle?: boolean;
  /** Whether to stay at the end while the session grows; for logs that are still being written. Default: false. */
  readonly follow?: boolean;
  /** Initial filters. Default: everything is shown. */
  readonly filters?: Partial<ReplayFilters>;
  readonly idle?: Partial<IdleOptions>;
}

/** What a view computes for a state before it is drawn: step by step, each of some milliseconds, with the result remembered. */
export type Preparation = (coming: ReplayState) => Iterable<unknown>;

/** A state that can be read and watched. */
export interface ReplayReading {
  getState(): ReplayState;
  /** Calls back after every change. Returns a function that unsubscribes. */
  subscribe(listener: StoreListener<ReplayState>): () => void;
}

/** The store of one replay: its state, and the actions that change it. */
export interface Replay extends ReplayReading {
  /** The state at creation: a server renders it, and a browser hydrates from it. */
  getInitialState(): ReplayState;
  /** The state for views that are slow to draw: while the playhead is held, it follows once the playhead rests, or now and then. */
  readonly settled: ReplayReading;
  /** The current position; it moves on between two changes of state while the replay plays. */
  position(): Position;
  /** Starts or continues to play; at the end, from the start. */
  play(): void;
  pause(): void;
  toggle(): void;
  /** Goes to a moment; a playing replay plays on from there. Everything after it counts as not yet happened. */
  seek(at: SessionMs): void;
  /** Goes to an item, by its position in `SessionIndex.items`, in either mode. */
  seekToItem(item: number): void;
  /** Goes to the first item; a replay that does not play goes back to mode `reading`. */
  toStart(): void;
  toEnd(): void;
  /** Says that the reader holds the playhead and moves it, or has let go of it: `settled` says what that changes. */
  hold(isHeld: boolean): void;
  /** Goes to the next or previous shown item of a kind. Returns whether there is one. */
  step(step: Step, direction: Direction): boolean;
  /** Sets the rate, clamped to 0.5…32. */
  setRate(rate: number): void;
  /** Sets what paces the playback: the clock, or what the session holds, which has a rate of its own and takes three minutes at most. */
  setPlayback(playback: PlaybackKind): void;
  setSkipIdle(skipIdle: boolean): void;
  setFollow(follow: boolean): void;
  /**
   * Goes to an item and opens its details, by its id; `undefined` closes them. An id that is not in the session is stored without effect.
   */
  select(id: string | undefined): void;
  /** Keeps the details of an item open wherever the playhead goes; `undefined` unpins them. */
  pin(id: string | undefined): void;
  /** Changes some of the filters. */
  filter(filters: Partial<ReplayFilters>): void;
  /** Clears all filters but the reading level. */
  clearFilters(): void;
  expand(id: string): void;
  collapse(id: string): void;
  /** Expands what is collapsed and collapses what is expanded; one id, or several in one change. */
  toggleExpanded(ids: string | readonly string[]): void;
  collapseAll(): void;
  /** Takes the grown session, or its index made elsewhere. Position, selection, filters and expanded ids stay. */
  update(session: Session | SessionIndex): void;
  /** Registers what a view has to compute before it draws a grown session. Returns a function that unregisters it. */
  onPrepare(preparation: Preparation): () => void;
  /**
   * Prepares the views for an index that `update` will take next, step by step, so that a page can pause in between and the update itself is
   * short. Optional: it changes only when the work is done.
   */
  prepare(index: SessionIndex): Generator<unknown, void>;
}

/** Least time between two wake-ups of a playing replay: at a high rate, one wake-up reaches several items. */
const FRAME_MS = 16;

/** Creates the store of a replay from a session, or from its index made elsewhere. It keeps a timer only while it plays. */
export function createReplay(session: Session | SessionIndex, options: ReplayOptions): Replay {
  const { clock, idle } = options;
  const indexOf = (source: Session | SessionIndex): SessionIndex =>
    isIndex(source) ? source : indexSession(source, idle);
  const initial = initialState(indexOf(session), options);
  const store = createStore(initial);
  const { get } = store;
  const settled = createSettledState(store, clock);
  const preparations = new Set<Preparation>();
  const tickAtNextChange = createTicker(clock, () => dispatch({ type: 'tick' }));

  const momentIn = (index: SessionIndex, position: Position): Moment => ({
    now: clock.now(),
    position,
    start: startOf(index),
    end: endOf(index),
  });
  const position = (): Position => playheadAt(get(), clock.now());

  const set = (next: ReplayState, moved = false): void => {
    if (next === get()) return;
    // Changes of what is shown, however frequent, must not hold up the playback.
    if (moved) tickAtNextChange(next);
    store.set(next);
  };
  const dispatch = (event: DistributiveOmit<PlaybackEvent, 'moment'>): void => {
    const before: Playback = get();
    const after = transition(before, { ...event, moment: momentIn(get().index, position()) });
    set(after === before ? get() : withDetails({ ...get(), ...after, mode: modeAfter(get(), event.type) }), true);
  };
  /** Open details follow the playhead. */
  const withDetails = (next: ReplayState): ReplayState =>
    next.selection === undefined || next.position.item === get().position.item
      ? next
      : { ...next, selection: itemPlayed(next)?.id ?? next.selection };
  const goTo = (to: Position, mode: ReplayState['mode'], selection = get().selection): void => {
    const moment = momentIn(get().index, position());
    const moved = { ...get(), ...transition(get(), { type: 'seek', to, moment }), mode };
    set(selection === get().selection ? withDetails(moved) : { ...moved, selection }, true);
  };
  const grownTo = (index: SessionIndex): ReplayState => {
    const moment = momentIn(index, carryPosition(get().index, index, position()));
    return { ...get(), ...transition(get(), { type: 'grown', moment }), index };
  };
  const setExpanded = (change: (expanded: Set<string>) => void): void => {
    const expanded = new Set(get().expanded);
    change(expanded);
    set({ ...get(), expanded });
  };

  return {
    getState: get,
    getInitialState: () => initial,
    subscribe: store.subscribe,
    settled: { getState: settled.store.get, subscribe: settled.store.subscribe },
    position,
    play: () => dispatch({ type: 'play' }),
    pause: () => dispatch({ type: 'pause' }),
    toggle: () => dispatch({ type: 'toggle' }),
    seek: (at) => goTo(positionAt(get().index, at), 'replaying'),
    seekToItem: (item) => goTo(positionOf(get().index, item), get().mode),
    toStart: () => goTo(startOf(get().index), get().status === 'playing' ? 'replaying' : 'reading'),
    toEnd: () => goTo(endOf(get().index), get().mode),
    hold: settled.hold,
    step(step, direction) {
      const item = neighbour(stepsOf(get(), step), position().item, direction);
      if (item !== undefined) goTo(positionOf(get().index, item), get().mode);
      return item !== undefined;
    },
    setRate: (rate) => dispatch({ type: 'rate', rate }),
    setPlayback: (playback) => dispatch({ type: 'playback', playback }),
    setSkipIdle: (skip) => dispatch({ type: 'idle', skip }),
    setFollow: (follow) => dispatch({ type: 'follow', follow }),
    select(selection) {
      const item = selection === undefined ? undefined : get().index.itemById(selection)?.index;
      if (item === undefined || item === position().item) set({ ...get(), selection });
      else goTo(positionOf(get().index, item), get().mode, selection);
    },
    pin: (pinned) => set({ ...get(), pinned }),
    filter: (filters) => set({ ...get(), filters: { ...get().filters, ...filters } }),
    clearFilters: () => set({ ...get(), filters: { ...noFilters, level: get().filters.level } }),
    expand: (id) => setExpanded((expanded) => expanded.add(id)),
    collapse: (id) => setExpanded((expanded) => expanded.delete(id)),
    toggleExpanded: (ids) =>
      setExpanded((expanded) => {
        for (const id of [ids].flat()) if (!expanded.delete(id)) expanded.add(id);
      }),
    collapseAll: () => setExpanded((expanded) => expanded.clear()),
    update: (grown) => set(grownTo(indexOf(grown)), true),
    onPrepare(preparation) {
      preparations.add(preparation);
      return () => preparations.delete(preparation);
    },
    *prepare(index) {
      const coming = grownTo(index);
      for (const preparation of [...preparations]) yield* preparation(coming);
    },
  };
}

/** Where and how a replay moves, and over what. */
type Moving = Playback & { readonly index: SessionIndex };

/** Where a replay is at a time of its clock. */
export function playheadAt(replay: Moving, now: number): Position {
  const { status, position, anchoredAt, rate, index } = replay;
  if (status !== 'playing' || now <= anchoredAt) return position;
  if (replay.playback === 'paced') {
    const pace = paceOf(index);
    return pace.positionAt(pace.timeOf(position) + (now - anchoredAt) * rate);
  }
  const axis = axisOf(replay);
  return positionAt(index, axis.fromPlayback(playbackMs(axis.toPlayback(position.at) + (now - anchoredAt) * rate)));
}

/**
 * Clock milliseconds from the anchor until something visible changes: the next item is reached, a running call ends, or the session does.
 */
function delayToNextChange(replay: Moving): number {
  const { position, rate, index } = replay;
  if (replay.playback === 'paced') {
    const pace = paceOf(index);
    const time = pace.timeOf(position);
    return (pace.nextChange(time) - time) / rate;
  }
  const nextStart = index.starts[position.item + 1] ?? Number.POSITIVE_INFINITY;
  const next = Math.min(nextStart, nextEndOfCall(index, position), index.axes.full.duration);
  const axis = axisOf(replay);
  return (axis.toPlayback(sessionMs(next)) - axis.toPlayback(position.at)) / rate;
}

/** Gives a function to be called with each state of the playback: it ticks when the next item of a playing one is due. */
function createTicker(clock: Clock, tick: () => void): (state: ReplayState) => void {
  let cancel: (() => void) | undefined;
  return (state) => {
    cancel?.();
    cancel = undefined;
    if (state.status !== 'playing') return;
    // Rounded up to the next whole millisecond, so that no rounding error wakes it just before the change.
    const delayMs = Math.floor(delayToNextChange(state) - (clock.now() - state.anchoredAt)) + 1;
    cancel = clock.schedule(tick, Math.max(FRAME_MS, delayMs));
  };
}

/** Starting to play switches to mode `replaying`; other events leave the mode alone. */
function modeAfter({ mode, status }: ReplayState, event: PlaybackEvent['type']): ReplayState['mode'] {
  const plays = event === 'play' || (event === 'toggle' && (status === 'paused' || status === 'ended'));
  return plays ? 'replaying' : mode;
}

// An index has functions, and a session comes from JSON, which cannot hold any.
function isIndex(source: Session | SessionIndex): source is SessionIndex {
  return 'itemById' in source && typeof source.itemById === 'function';
}

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

function initialState(index: SessionIndex, options: ReplayOptions): ReplayState {
  const { clock, rate = 1, skipIdle = true, follow = false, at = follow ? 'end' : 'start' } = options;
  const start = startOf(index);
  const end = endOf(index);
  const position = at === 'start' ? start : at === 'end' ? end : positionAt(index, sessionMs(at));
  const now = clock.now();
  const moment: Moment = { now, position, start, end };
  const stopped = playbackAt({ position, anchoredAt: now, rate: 1, skipIdle, follow }, moment);
  const timed = transition(stopped, { type: 'rate', rate, moment });
  const playback = transition(timed, { type: 'playback', playback: options.playback ?? 'clock', moment });
  const filters: ReplayFilters = { ...noFilters, ...options.filters };
  const mode = at === 'start' ? 'reading' : 'replaying';
  return { ...playback, index, mode, selection: undefined, pinned: undefined, filters, expanded: new Set() };
}
