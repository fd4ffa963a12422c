import { type Marker, markersOf, type PlacedNote, type SessionIndex, type TimeAxis } from '../../replay/index.ts';
import { memoize } from '../../replay/internal.ts';
import type { TrackSpan } from './layoutTrack.ts';

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
function placeOn(index: SessionIndex, axis: TimeAxis): (what: Pick<Marker, 'at' | 'item'>) => number {
  const total = axis.playbackDuration;
  const items = Math.max(1, index.items.length - 1);
  return ({ at, item }) => (total > 0 ? Math.min(1, axis.toPlayback(at) / total) : item / items);
}

/** Lays notes out on the axis of the playback: a mark for each, and the ranges that notes are about. */
export const layoutNotes = memoize((index: SessionIndex, axis: TimeAxis, notes: readonly PlacedNote[]) => {
  const place = placeOn(index, axis);
  return {
    marks: notes.map((note): TrackMark => ({ is: 'note', at: place(note), item: note.item })),
    ranges: notes.flatMap(({ at, until, item }): TrackSpan[] =>
      until === undefined ? [] : [{ from: place({ at, item }), to: place({ at: until, item }) }],
    ),
  };
});

/** Lays the marks out on the axis of the playback, once per axis; errors come last, so that they lie on top. */
export const layoutMarkers = memoize((index: SessionIndex, axis: TimeAxis): readonly TrackMark[] => {
  const place = placeOn(index, axis);
  const markers = markersOf(index);
  return (['compaction', 'prompt', 'error'] as const).flatMap((is) =>
    markers.filter((marker) => marker.is === is).map((marker) => ({ is, at: place(marker), item: marker.item })),
  );
});

/** Of marks of one kind that are too close to tell apart, keeps the first. The distance is a fraction of the bar. */
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
