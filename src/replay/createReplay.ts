import type { Session } from '../session/index.ts';
import type { Clock } from './clock.ts';
import { createStore, type StoreListener } from './createStore.ts';
import { noFilters, type ReplayFilters } from './filters.ts';
import { type IdleOptions, indexSession } from './indexSession.ts';
import { delayToNextChange, playheadAt } from './playhead.ts';
import { carryPosition, endOf, type Position, positionAt, positionOf, startOf } from './position.ts';
import { itemPlayed } from './selectors.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { type Direction, neighbour, type Step, stepsOf } from './steps.ts';
import { type SessionMs, sessionMs } from './timeAxis.ts';
import type { ReplayState } from './transition.ts';
import {
  type Moment,
  type Playback,
  type PlaybackEvent,
  type PlaybackKind,
  standingAt,
  transition,
} from './transition.ts';

export interface ReplayOptions {
  readonly clock: Clock;
  /** Where to stand at first. Default: the end where `follow` is on, else the start. */
  readonly at?: SessionMs | 'start' | 'end';
  /** Playback milliseconds per millisecond, 0.5…32. Default: 1. */
  readonly rate?: number;
  /** What the replay goes by: the clock, or what the session holds. Default: `clock`. */
  readonly playback?: PlaybackKind | undefined;
  /** Default: true. */
  readonly skipIdle?: boolean;
  /** Whether to stay at the end while the session grows; for logs that are still being written. Default: false. */
  readonly follow?: boolean;
  /** What is shown at first. Default: everything. */
  readonly filters?: Partial<ReplayFilters>;
  readonly idle?: Partial<IdleOptions>;
}

/** What a view works out for a state before it is drawn: step by step, each of some milliseconds, and what comes of it remembered. */
export type Preparation = (coming: ReplayState) => Iterable<unknown>;

/** The store of one replay: its state, and the verbs that change it. */
export interface Replay {
  getState(): ReplayState;
  /** The state at creation: what a server renders, and what a browser takes over. */
  getInitialState(): ReplayState;
  /** Calls back after every change. Returns what ends it. */
  subscribe(listener: StoreListener<ReplayState>): () => void;
  /** Where the replay is right now; between two changes of state a playing one moves on. */
  position(): Position;
  /** Starts or goes on; at the end, from the start. */
  play(): void;
  pause(): void;
  toggle(): void;
  /** Goes to a moment; a playing replay plays on from there. What comes after it lies ahead from now on. */
  seek(at: SessionMs): void;
  /** Goes to an item, by its position in `SessionIndex.items`, in whichever mode the replay is. */
  seekToItem(item: number): void;
  /** Goes to the first item; a replay that does not play is read from there. */
  toStart(): void;
  toEnd(): void;
  /** Goes to the next or previous item of a kind among those shown. Says whether there is one. */
  step(step: Step, direction: Direction): boolean;
  /** Takes 0.5…32; what lies outside becomes the nearer of the two. */
  setRate(rate: number): void;
  /** Goes by the clock, or by what the session holds: at a rate of its own, and three minutes at most. */
  setPlayback(playback: PlaybackKind): void;
  setSkipIdle(skipIdle: boolean): void;
  setFollow(follow: boolean): void;
  /** Goes to an item and opens its details, by its id; `undefined` closes them. An id that the session has not is only noted. */
  select(id: string | undefined): void;
  /** Keeps the details of an item open wherever the playhead goes; `undefined` lets go of them. */
  pin(id: string | undefined): void;
  /** Changes some of the filters. */
  filter(filters: Partial<ReplayFilters>): void;
  /** Shows everything again, at the level at which it is read. */
  clearFilters(): void;
  expand(id: string): void;
  collapse(id: string): void;
  toggleExpanded(id: string): void;
  collapseAll(): void;
  /** Takes the session as it is now, or its index made elsewhere; position, selection, filters and expanded ids stay. */
  update(session: Session | SessionIndex): void;
  /** Adds what a view has to work out before it draws a session that has grown. Returns what ends it. */
  onPrepare(preparation: Preparation): () => void;
  /**
   * Gets the views ready for an index that `update` is to take next, step by step, so that a page can rest between them and
   * the update itself is short. Leaving it out changes nothing but that.
   */
  prepare(index: SessionIndex): Generator<unknown, void>;
}

/** Least time between two wake-ups of a playing replay: at a fast rate, several items are reached in one. */
const FRAME_MS = 16;

/** Makes the store of a replay of a session, or of its index made elsewhere. It keeps a timer only while it plays. */
export function createReplay(session: Session | SessionIndex, options: ReplayOptions): Replay {
  const { clock, idle } = options;
  const indexOf = (source: Session | SessionIndex): SessionIndex =>
    isIndex(source) ? source : indexSession(source, idle);
  const initial = initialState(indexOf(session), options);
  const store = createStore(initial);
  const { get } = store;
  const preparations = new Set<Preparation>();
  let cancelWake: (() => void) | undefined;

  const momentIn = (index: SessionIndex, position: Position): Moment => ({
    now: clock.now(),
    position,
    start: startOf(index),
    end: endOf(index),
  });
  const position = (): Position => playheadAt(get(), clock.now());

  const set = (next: ReplayState, moved = false): void => {
    if (next === get()) return;
    // What is shown may change at any pace without holding up what moves.
    if (moved) wakeAtNextChange(next);
    store.set(next);
  };
  const wakeAtNextChange = (state: ReplayState): void => {
    cancelWake?.();
    cancelWake = undefined;
    if (state.status !== 'playing') return;
    // Rounded up to the next whole millisecond, so that no rounding error wakes it just before the change.
    const delayMs = Math.floor(delayToNextChange(state) - (clock.now() - state.anchoredAt)) + 1;
    cancelWake = clock.schedule(() => dispatch({ type: 'tick' }), Math.max(FRAME_MS, delayMs));
  };
  const dispatch = (event: DistributiveOmit<PlaybackEvent, 'moment'>): void => {
    const before: Playback = get();
    const after = transition(before, { ...event, moment: momentIn(get().index, position()) });
    set(after === before ? get() : withDetails({ ...get(), ...after, mode: modeAfter(get(), event.type) }), true);
  };
  /** Open details go where the playhead goes. */
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
    position,
    play: () => dispatch({ type: 'play' }),
    pause: () => dispatch({ type: 'pause' }),
    toggle: () => dispatch({ type: 'toggle' }),
    seek: (at) => goTo(positionAt(get().index, at), 'replaying'),
    seekToItem: (item) => goTo(positionOf(get().index, item), get().mode),
    toStart: () => goTo(startOf(get().index), get().status === 'playing' ? 'replaying' : 'reading'),
    toEnd: () => goTo(endOf(get().index), get().mode),
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
    toggleExpanded: (id) => setExpanded((expanded) => expanded.delete(id) || expanded.add(id)),
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

/** Playing and what it brings about is replaying; settings change nothing. */
function modeAfter({ mode, status }: ReplayState, event: PlaybackEvent['type']): ReplayState['mode'] {
  const plays = event === 'play' || (event === 'toggle' && (status === 'paused' || status === 'ended'));
  return plays ? 'replaying' : mode;
}

// No JSON holds a function, whatever else a log may put into a session.
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
  const stopped = standingAt({ position, anchoredAt: now, rate: 1, skipIdle, follow }, moment);
  const timed = transition(stopped, { type: 'rate', rate, moment });
  const playback = transition(timed, { type: 'playback', playback: options.playback ?? 'clock', moment });
  const filters: ReplayFilters = { ...noFilters, ...options.filters };
  const mode = at === 'start' ? 'reading' : 'replaying';
  return { ...playback, index, mode, selection: undefined, pinned: undefined, filters, expanded: new Set() };
}
