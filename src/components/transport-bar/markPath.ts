import type { TrackMark } from './layoutMarkers.ts';

/** Draws one mark around `x`, in a line that is 7 px high. */
const shapes: Readonly<Record<TrackMark['is'], (x: string) => string>> = {
  prompt: (x) => `M${x} .5a3 3 0 0 1 0 6a3 3 0 0 1 0-6z`,
  error: (x) => `M${x} 6l-4-6h8z`,
  compaction: (x) => `M${x} 1h3.5v1.5h-7v-1.5zm0 4h3.5v1.5h-7v-1.5z`,
};

/** All marks of one kind as one path, on a bar of a width in pixels: there may be hundreds, and each node costs. */
export function markPath(marks: readonly TrackMark[], kind: TrackMark['is'], widthPx: number): string {
  return marks.reduce((path, { is, at }) => (is === kind ? path + shapes[is]((at * widthPx).toFixed(2)) : path), '');
}
