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

/** Lowest and highest rate. */
export const minRate = 0.5;
export const maxRate = 32;

/** What paces the playback. */
export type PlaybackKind = 'clock' | 'paced';

/** The part of the state that moves a replay: everything that cannot be derived from the session. */
export interface Playback {
  readonly status: ReplayStatus;
  /** Position at `anchoredAt`; a playing replay has moved on since, see `playheadAt`. */
  readonly position: Position;
  /** Clock time at which the position was taken. */
  readonly anchoredAt: number;
  /** Playback milliseconds per millisecond, 0.5…32. */
  readonly rate: number;
  /**
   * What paces the playback: the clock, or what the session holds. In the latter a prompt takes longer than a run of reads, the whole takes
   * three minutes at most, and the rate is separate.
   * @default 'clock'
   */
  readonly playback?: PlaybackKind | undefined;
  /** The rate to return to when the replay goes by the clock again. */
  readonly clockRate?: number | undefined;
  /** Whether gaps are squeezed. */
  readonly skipIdle: boolean;
  /** Whether the replay stays at the end when the session grows. */
  readonly follow: boolean;
}

/** What the store knows at the time of an event. */
export interface Moment {
  readonly now: number;
  /** Current position; for `grown`, in the grown session. */
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
 * Applies an event to the playback. `at p` means "standing at p": `following` where p is the end and follow is on, `ended`
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

/** Anchors the replay at a position and the current clock time. */
function anchor(playback: Playback, position: Position, { now }: Moment): Playback {
  return { ...playback, position, anchoredAt: now };
}

/** The status of a replay that does not play. */
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

/** Replay by what the session holds starts at rate 1; replay by the clock returns to the rate it had. */
function withPlayback(playback: Playback, wanted: PlaybackKind, moment: Moment): Playback {
  if ((playback.playback ?? 'clock') === wanted) return playback;
  const { rate, clockRate } = playback;
  const rates = wanted === 'paced' ? { rate: 1, clockRate: rate } : { rate: clockRate ?? rate, clockRate: undefined };
  return { ...anchor(playback, moment.position, moment), playback: wanted, ...rates };
}

function clampRate(rate: number, previous: number): number {
  return Number.isNaN(rate) ? previous : Math.min(Math.max(rate, minRate), maxRate);
}

/** The state of a replay that stands at a position. */
export function playbackAt(playback: Omit<Playback, 'status'>, moment: Moment): Playback {
  return stand({ ...playback, status: 'paused' }, moment);
}

/** The whole state of a replay; everything else is a selector over it. */
export interface ReplayState extends Playback {
  readonly index: SessionIndex;
  /**
   * `reading` until the reader plays or scrubs: the whole session is shown, and nothing lies ahead. Then `replaying`: what comes after the
   * playhead has not happened yet.
   */
  readonly mode: 'reading' | 'replaying';
  /**
   * Id of the item whose details the reader has opened, as in `ReplayItem.id`; kept while the session grows. Selecting an item moves the
   * playhead to it; from then on, moving the playhead moves the selection along.
   */
  readonly selection: string | undefined;
  /** Id of the item whose details stay open wherever the playhead goes. */
  readonly pinned: string | undefined;
  readonly filters: ReplayFilters;
  /** Ids of the items the reader has opened: calls whose runs are unfolded, texts shown whole. */
  readonly expanded: ReadonlySet<string>;
}
