import { countUpTo } from './countUpTo.ts';

declare const unit: unique symbol;

/** Milliseconds since 1970, as the log recorded them. */
export type WallTimeMs = number & { readonly [unit]: 'wall' };
/** Milliseconds since the first item of the session. */
export type SessionMs = number & { readonly [unit]: 'session' };
/** Milliseconds of replay at rate 1: session time with idle time squeezed. */
export type PlaybackMs = number & { readonly [unit]: 'playback' };

/** Brands a number as milliseconds since 1970. */
export const wallTimeMs = (ms: number): WallTimeMs => ms as WallTimeMs;
/** Brands a number as milliseconds since the first item. */
export const sessionMs = (ms: number): SessionMs => ms as SessionMs;
/** Brands a number as milliseconds of replay. */
export const playbackMs = (ms: number): PlaybackMs => ms as PlaybackMs;

/** A range in which no call runs and nothing happens. */
export interface Gap {
  readonly start: SessionMs;
  readonly end: SessionMs;
  /** Its length in replay: never longer than the gap itself. */
  readonly squeezedMs: number;
}

/**
 * The one mapping between the three times of a session. Every axis, lane, minimap and scrub bar uses it, so that all agree on where a
 * moment lies. Defined on the whole line in each direction: outside the session, time continues at the same pace.
 */
export interface TimeAxis {
  /** Start of the first item. */
  readonly origin: WallTimeMs;
  readonly duration: SessionMs;
  readonly playbackDuration: PlaybackMs;
  /** The gaps that are squeezed, in order; empty where idle time is kept. */
  readonly gaps: readonly Gap[];
  fromWall(at: WallTimeMs): SessionMs;
  toWall(at: SessionMs): WallTimeMs;
  toPlayback(at: SessionMs): PlaybackMs;
  fromPlayback(at: PlaybackMs): SessionMs;
}

/** Makes the axis of a session. `gaps` are ascending, do not overlap, and lie inside the duration. */
export function createTimeAxis({
  origin,
  duration,
  gaps,
}: {
  origin: WallTimeMs;
  duration: SessionMs;
  gaps: readonly Gap[];
}): TimeAxis {
  // Gap i runs from gapStart[i] to gapEnd[i] in session time, and from playStart[i] to playEnd[i] in playback.
  const gapStart = Float64Array.from(gaps, ({ start }) => start);
  const gapEnd = Float64Array.from(gaps, ({ end }) => end);
  const playStart = new Float64Array(gaps.length);
  const playEnd = new Float64Array(gaps.length);
  let saved = 0;
  for (const [i, { start, end, squeezedMs }] of gaps.entries()) {
    playStart[i] = start - saved;
    playEnd[i] = start - saved + squeezedMs;
    saved += end - start - squeezedMs;
  }

  /** Maps a time from one side of the gaps to the other: inside a gap in proportion, after a gap relative to its end. */
  const convert = (at: number, from: Side, to: Side): number => {
    const i = countUpTo(from.start, at) - 1;
    if (i < 0) return at;
    const start = from.start[i] as number;
    const end = from.end[i] as number;
    const target = to.end[i] as number;
    if (at >= end) return target + (at - end);
    const targetStart = to.start[i] as number;
    return targetStart + ((at - start) / (end - start)) * (target - targetStart);
  };
  const session: Side = { start: gapStart, end: gapEnd };
  const playback: Side = { start: playStart, end: playEnd };

  return {
    origin,
    duration,
    playbackDuration: playbackMs(convert(duration, session, playback)),
    gaps,
    fromWall: (at) => sessionMs(at - origin),
    toWall: (at) => wallTimeMs(origin + at),
    toPlayback: (at) => playbackMs(convert(at, session, playback)),
    fromPlayback: (at) => sessionMs(convert(at, playback, session)),
  };
}

interface Side {
  readonly start: Float64Array;
  readonly end: Float64Array;
}
