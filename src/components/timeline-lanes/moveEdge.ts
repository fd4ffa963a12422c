import { clampView, type LaneBounds, type LaneView } from '../../replay/lanes/laneView.ts';

/** An end of a view. */
export type ViewEdge = 'from' | 'to';

/** Moves one end of a view and leaves the other where it is, as far as a view may be short. */
export function moveEdge({ from, to }: LaneView, edge: ViewEdge, place: number, bounds: LaneBounds): LaneView {
  const least = Math.min(bounds.least, bounds.total);
  if (edge === 'from') return clampView({ from: Math.min(Math.max(0, place), to - least), to }, bounds);
  return clampView({ from, to: Math.max(Math.min(bounds.total, place), from + least) }, bounds);
}
