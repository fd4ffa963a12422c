import type { ReplayFilters } from './filters.ts';
import { comparePositions, type Position } from './position.ts';
import type { SessionIndex } from './sessionIndex.ts';

/**
 * - `paused`: stands somewhere before the end;
 * - `playing`: moves;
 * - `ended`: stands at the end;
 * - `following`: stands at the end, and goes with it when the session grows.
 */
export type ReplayStatus = 'paused' | 'playing' | 'ended' | 'following';

/** Slowest and fastest pace. */
export const minRate = 0.5;
export const maxRate = 32;

/** What a replay goes by. */
export type PlaybackKind = 'clock' | 'paced';

/** What moves a replay: all that cannot be derived from the session. */
export interface Playback {
  readonly status: ReplayStatus;
  /** Where the replay was at `anchoredAt`; while it plays it has moved on since, see `playheadAt`. */
  readonly position: Position;
  /** Time of the clock at which the position was taken. */
  readonly anchoredAt: number;
  /** Playback milliseconds per millisecond, 0.5…32. */
  readonly rate: number;
  /**
   * What the replay goes by: the clock, or what the session holds, where a prompt takes longer than a run of reads, and all of it three
   * minutes at most, at a rate of its own. @default 'clock'
   */
  readonly playback?: PlaybackKind | undefined;
  /** The rate at which it went by the clock, while it does not. */
  readonly clockRate?: number | undefined;
  /** Whether gaps are squeezed. */
  readonly skipIdle: boolean;
  /** Whether the replay stays at the end when the session grows under it. */
  readonly follow: boolean;
}

/** What the store knows at the moment of an event. */
export interface Moment {
  readonly now: number;
  /** Where the replay is by now; in `grown`, in the session that has grown. */
  readonly position: Position;
  readonly start: Position;
  readonly end: Position;
}

export type PlaybackEvent = { readonly moment: Moment } & (
  | { readonly type: 'play' | 'pause' | 'toggle' | 'tick' | 'grown' }
  | { readonly type: 'seek'; readonly to: Position }
  | { readonly type: 'rate'; readonly rate: number }
  | { readonly type: 'playback'; readonly playback: PlaybackKind }
  | { readonly type: 'idle'; readonly skip: boolean }
  | { readonly type: 'follow'; readonly follow: boolean }
);

/**
 * What an event makes of a replay. `at p` means "standing at p": `following` where p is the end and follow is on, `ended`
 * where it is the end and follow is off, else `paused`.
 *
 *             paused             playing            ended                    following
 *   play      playing from here  –                  playing from the start¹  –
 *   pause     –                  at here            –                        ended, follow off
 *   toggle    as play            as pause           as play                  as pause
 *   seek p    at p               playing from p     at p                     at p
 *   tick²     –                  playing from here³ –                        –
 *   grown     at here            playing from here  at here                  following, at the new end
 *   rate      –⁴                 playing from here⁴ –⁴                       –⁴
 *   playback  –⁴                 playing from here⁴ –⁴                       –⁴
 *   idle      –⁴                 playing from here⁴ –⁴                       –⁴
 *   follow on at here⁴           playing from here⁴ following⁴               –
 *       off   –⁴                 playing from here⁴ –⁴                       ended⁴
 *
 * ¹ nothing, where start and end are one position. ² the current item has changed, or the end is reached.
 * ³ at here, where here is the end. ⁴ and the setting is taken.
 *
 * Seeking never stops a replay that plays, not even at the end: only a tick ends it.
 */
export function transition(playback: Playback, event: PlaybackEvent): Playback {
  const { moment } = event;
  switch (event.type) {
    case 'play':
      return play(playback, moment);
    case 'pause':
      return pause(playback, moment);
    case 'toggle':
      return isMoving(playback) ? pause(playback, moment) : play(playback, moment);
    case 'seek':
      return settle(anchor(playback, event.to, moment), moment);
    case 'tick':
      return playback.status === 'playing' ? tick(playback, moment) : playback;
    case 'grown':
      return settle(anchor(playback, playback.status === 'following' ? moment.end : moment.position, moment), moment);
    case 'rate':
      return { ...anchor(playback, moment.position, moment), rate: clampRate(event.rate, playback.rate) };
    case 'playback':
      return withPlayback(playback, event.playback, moment);
    case 'idle':
      return { ...anchor(playback, moment.position, moment), skipIdle: event.skip };
    case 'follow':
      return settle({ ...anchor(playback, moment.position, moment), follow: event.follow }, moment);
    default:
      return event satisfies never;
  }
}

function isMoving({ status }: Playback): boolean {
  return status === 'playing' || status === 'following';
}

/** Starts counting anew from a position. */
function anchor(playback: Playback, position: Position, { now }: Moment): Playback {
  return { ...playback, position, anchoredAt: now };
}

/** The status of a replay that stands. */
function stand(playback: Playback, { end }: Moment): Playback {
  const atEnd = comparePositions(playback.position, end) >= 0;
  return { ...playback, status: !atEnd ? 'paused' : playback.follow ? 'following' : 'ended' };
}

function settle(playback: Playback, moment: Moment): Playback {
  return playback.status === 'playing' ? playback : stand(playback, moment);
}

function play(playback: Playback, moment: Moment): Playback {
  if (isMoving(playback)) return playback;
  if (playback.status === 'paused') return { ...anchor(playback, moment.position, moment), status: 'playing' };
  if (comparePositions(moment.start, moment.end) >= 0) return playback;
  return { ...anchor(playback, moment.start, moment), status: 'playing' };
}

function pause(playback: Playback, moment: Moment): Playback {
  if (playback.status === 'playing') return stand(anchor(playback, moment.position, moment), moment);
  return playback.status === 'following' ? { ...playback, status: 'ended', follow: false } : playback;
}

function tick(playback: Playback, moment: Moment): Playback {
  const here = anchor(playback, moment.position, moment);
  return comparePositions(here.position, moment.end) >= 0 ? stand(here, moment) : here;
}

/** By what a session holds, a replay begins at a rate of 1; by the clock, it goes on at that which it had. */
function withPlayback(playback: Playback, wanted: PlaybackKind, moment: Moment): Playback {
  if ((playback.playback ?? 'clock') === wanted) return playback;
  const { rate, clockRate } = playback;
  const rates = wanted === 'paced' ? { rate: 1, clockRate: rate } : { rate: clockRate ?? rate, clockRate: undefined };
  return { ...anchor(playback, moment.position, moment), playback: wanted, ...rates };
}

function clampRate(rate: number, previous: number): number {
  return Number.isNaN(rate) ? previous : Math.min(Math.max(rate, minRate), maxRate);
}

/** The state in which a replay stands at a position. */
export function standingAt(playback: Omit<Playback, 'status'>, moment: Moment): Playback {
  return stand({ ...playback, status: 'paused' }, moment);
}

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
