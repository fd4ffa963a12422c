import { type PhaseBlock, phaseBlocks, type SessionIndex, type SessionMs, type TimeAxis } from '../../replay/index.ts';
import { memoize } from '../../replay/internal.ts';
import type { PhaseType } from '../../session/index.ts';

/** A range of the scrub bar, 0…1 of the playback. */
export interface TrackSpan {
  readonly from: number;
  readonly to: number;
}

/** A phase on the scrub bar. */
export interface TrackPhase extends TrackSpan {
  readonly type: PhaseType;
}

/** The parts of the scrub bar. */
export interface Track {
  readonly phases: readonly TrackPhase[];
  /** Idle ranges, squeezed. */
  readonly gaps: readonly TrackSpan[];
}

/** More ranges than this cannot be distinguished on a screen; the bar is then cut into as many pieces. */
const most = 200;

/** Lays phases and idle ranges out on the axis of the playback, once per axis. Empty without a duration. */
export const layoutTrack = memoize((index: SessionIndex, axis: TimeAxis): Track => {
  const total = axis.playbackDuration;
  if (total <= 0) return { phases: [], gaps: [] };
  const share = (at: SessionMs): number => Math.min(1, Math.max(0, axis.toPlayback(at) / total));
  return {
    phases: thinPhases(spansOf(phaseBlocks(index), share)),
    gaps: mergeSpans(axis.gaps.map(({ start, end }) => ({ from: share(start), to: share(end) }))),
  };
});

/** A phase reaches to the next one: the time between them belongs to it, or is idle. */
function spansOf(blocks: readonly PhaseBlock[], share: (at: SessionMs) => number): TrackPhase[] {
  const lasting = blocks.filter(({ empty }) => empty === undefined);
  return lasting.map(({ type, start }, n) => {
    const next = lasting[n + 1];
    return { type, from: n === 0 ? 0 : share(start), to: next === undefined ? 1 : share(next.start) };
  });
}

/** If there are too many phases, keeps the one that takes most of each piece. */
function thinPhases(phases: readonly TrackPhase[]): readonly TrackPhase[] {
  if (phases.length <= most) return phases;
  const pieces: TrackPhase[] = [];
  let first = 0;
  for (let piece = 0; piece < most; piece += 1) {
    const [from, to] = [piece / most, (piece + 1) / most];
    while (first < phases.length - 1 && (phases[first]?.to ?? 1) <= from) first += 1;
    let longest = phases[first] as TrackPhase;
    for (let n = first; n < phases.length && (phases[n]?.from ?? 1) < to; n += 1) {
      const phase = phases[n] as TrackPhase;
      if (overlap(phase, from, to) > overlap(longest, from, to)) longest = phase;
    }
    const before = pieces.at(-1);
    if (before?.type === longest.type) pieces[pieces.length - 1] = { ...before, to };
    else pieces.push({ type: longest.type, from, to });
  }
  return pieces;
}

function overlap({ from, to }: TrackSpan, start: number, end: number): number {
  return Math.min(to, end) - Math.max(from, start);
}

/** Merges spans closer than a piece. */
function mergeSpans(spans: readonly TrackSpan[]): readonly TrackSpan[] {
  if (spans.length <= most) return spans;
  const merged: TrackSpan[] = [];
  for (const span of spans) {
    const before = merged.at(-1);
    if (before !== undefined && span.from - before.to < 1 / most)
      merged[merged.length - 1] = { ...before, to: span.to };
    else merged.push(span);
  }
  return merged;
}
