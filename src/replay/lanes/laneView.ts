/** The part of the axis that lanes show, as offsets; `from` is less than `to`. */
export interface LaneView {
  readonly from: number;
  readonly to: number;
}

/** Limits of a view. */
export interface LaneBounds {
  /** Length of the whole axis. */
  readonly total: number;
  /** The shortest view, unless the whole axis is shorter. */
  readonly least: number;
}

/** The whole session. */
export function wholeView({ total }: LaneBounds): LaneView {
  return { from: 0, to: total };
}

/** Whether a view shows the whole session. */
export function isWhole({ from, to }: LaneView, { total }: LaneBounds): boolean {
  return from <= 0 && to >= total;
}

/** The view of a given length that is nearest to another view, inside the session. */
export function clampView({ from, to }: LaneView, { total, least }: LaneBounds): LaneView {
  const span = Math.min(total, Math.max(to - from, Math.min(least, total)));
  const start = Math.min(Math.max(0, from), total - span);
  return { from: start, to: start + span };
}

/** Zooms a view so that an offset stays where it is on the screen; a factor over 1 shows less. */
export function zoomView(view: LaneView, factor: number, at: number, bounds: LaneBounds): LaneView {
  const span = view.to - view.from;
  const next = Math.min(bounds.total, Math.max(Math.min(bounds.least, bounds.total), span / factor));
  const share = span > 0 ? (at - view.from) / span : 0.5;
  const from = at - share * next;
  return clampView({ from, to: from + next }, bounds);
}

/** Pans a view by a fraction of its length: 1 moves it one whole view onwards. */
export function panView(view: LaneView, share: number, bounds: LaneBounds): LaneView {
  const by = share * (view.to - view.from);
  return clampView({ from: view.from + by, to: view.to + by }, bounds);
}

/**
 * Moves a view as little as possible so that a range is visible, with some room beside it; a range longer than the view is shown from its
 * start.
 */
export function revealInView(view: LaneView, from: number, to: number, bounds: LaneBounds): LaneView {
  const span = view.to - view.from;
  if (from >= view.from && to <= view.to) return view;
  const room = Math.min(span * 0.1, Math.max(0, span - (to - from)) / 2);
  if (from < view.from || to - from > span) return clampView({ from: from - room, to: from - room + span }, bounds);
  return clampView({ from: to + room - span, to: to + room }, bounds);
}
