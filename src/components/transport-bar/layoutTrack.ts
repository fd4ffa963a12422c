import {
  axisOf,
  type Marker,
  markersOf,
  type PhaseBlock,
  type PlacedNote,
  phaseBlocks,
  playbackMs,
  progressAt,
  type Replay,
  type SessionIndex,
  type SessionMs,
  type TimeAxis,
} from '../../replay/index.ts';
import { memoize } from '../../replay/internal.ts';
import type { PhaseType } from '../../session/index.ts';
import { commandOfKey, type KeyTable } from '../shared/keyTable.ts';

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

/** What is marked above the scrub bar. Phases are the colours of the bar instead. */
type MarkKind = Exclude<Marker['is'], 'phase'> | 'note';

/** A mark above the scrub bar. */
export interface TrackMark {
  readonly is: MarkKind;
  /** Its position, 0…1 of the playback. */
  readonly at: number;
  /** The first of the items that it stands for. */
  readonly item: number;
}

/** Where something lies on the axis of the playback, 0…1; by the number of its item if all of them share one moment. */
function offsetOn(index: SessionIndex, axis: TimeAxis): (what: Pick<Marker, 'at' | 'item'>) => number {
  const total = axis.playbackDuration;
  const items = Math.max(1, index.items.length - 1);
  return ({ at, item }) => (total > 0 ? Math.min(1, axis.toPlayback(at) / total) : item / items);
}

/** Lays notes out on the axis of the playback: a mark for each, and the ranges that notes are about. */
export const layoutNotes = memoize((index: SessionIndex, axis: TimeAxis, notes: readonly PlacedNote[]) => {
  const offsetOf = offsetOn(index, axis);
  return {
    marks: notes.map((note): TrackMark => ({ is: 'note', at: offsetOf(note), item: note.item })),
    ranges: notes.flatMap(({ at, until, item }): TrackSpan[] =>
      until === undefined ? [] : [{ from: offsetOf({ at, item }), to: offsetOf({ at: until, item }) }],
    ),
  };
});

/** Lays the marks out on the axis of the playback, once per axis; errors come last, so that they lie on top. */
export const layoutMarkers = memoize((index: SessionIndex, axis: TimeAxis): readonly TrackMark[] => {
  const offsetOf = offsetOn(index, axis);
  const markers = markersOf(index);
  return (['compaction', 'prompt', 'error'] as const).flatMap((is) =>
    markers.filter((marker) => marker.is === is).map((marker) => ({ is, at: offsetOf(marker), item: marker.item })),
  );
});

/** Of marks of one kind that are too close to be distinguished, keeps the first. The distance is a fraction of the bar. */
export function thinMarks(marks: readonly TrackMark[], closest: number): readonly TrackMark[] {
  const last = new Map<MarkKind, number>();
  return marks.filter(({ is, at }) => {
    if (at - (last.get(is) ?? Number.NEGATIVE_INFINITY) < closest) return false;
    last.set(is, at);
    return true;
  });
}

/** The mark nearest to a position, if one is within reach; errors take precedence over other marks. */
export function markNear(marks: readonly TrackMark[], at: number, reach: number): TrackMark | undefined {
  let nearest: TrackMark | undefined;
  for (const mark of marks) {
    const distance = Math.abs(mark.at - at);
    if (distance > reach) continue;
    const outranks = mark.is === 'error' && nearest?.is !== 'error';
    const yields = mark.is !== 'error' && nearest?.is === 'error';
    if (nearest === undefined || outranks || (!yields && distance < Math.abs(nearest.at - at))) nearest = mark;
  }
  return nearest;
}

/** Fractions of the playback that an arrow key and a page key move by. */
const step = 0.01;
const page = 0.1;

/** Goes to a position of the playback, 0…1; if all items share one moment, to one of the items. */
export function seekToShare(replay: Replay, share: number): void {
  const state = replay.getState();
  const axis = axisOf(state);
  const within = Math.min(1, Math.max(0, share));
  if (axis.playbackDuration > 0) replay.seek(axis.fromPlayback(playbackMs(within * axis.playbackDuration)));
  else replay.seekToItem(Math.round(within * (state.index.items.length - 1)));
}

/** How much of the playback is behind the playhead right now, 0…1. */
export function shareOf(replay: Replay): number {
  const state = replay.getState();
  return progressAt(state.index, axisOf(state), replay.position());
}

/** Keys of a slider: each maps a fraction of the playback to the new one. */
export const scrubKeys: KeyTable<(share: number) => number> = {
  where: 'key.group.scrub',
  lines: [
    { help: 'key.help.hundredth', does: { ArrowLeft: (share) => share - step, ArrowRight: (share) => share + step } },
    { does: { ArrowDown: (share) => share - step, ArrowUp: (share) => share + step } },
    { help: 'key.help.tenth', does: { PageDown: (share) => share - page, PageUp: (share) => share + page } },
    { help: 'key.help.bothEnds', does: { Home: () => 0, End: () => 1 } },
  ],
};

/** The fraction that a key of a slider moves to, 0…1; undefined for other keys. */
export function shareAfterKey(key: string, share: number): number | undefined {
  const wanted = commandOfKey(scrubKeys, { key, shiftKey: false })?.(share);
  return wanted === undefined ? undefined : Math.min(1, Math.max(0, wanted));
}
