import { countUpTo } from '../../replay/countUpTo.ts';
import type { Lane } from '../../replay/index.ts';

/** Where a lane stands among those that are shown, in pixels from the top of the first. */
export interface LanePlace {
  readonly lane: Lane;
  readonly top: number;
  readonly height: number;
  /** Where its first row of calls begins, from its own top. */
  readonly rowsTop: number;
  /** From row to row, and the height of a mark. */
  readonly pitch: number;
  readonly markPx: number;
}

/** The lanes that are shown, from top to bottom. */
export interface LaneHeights {
  readonly places: readonly LanePlace[];
  readonly tops: Float64Array;
  readonly total: number;
  /**
   * Height of the first lane, which stays in sight however far the others are scrolled; 0 where it is alone, or so high that it
   * would leave them no room.
   */
  readonly pinnedPx: number;
}

/** Above the calls there is room for the marks of what went wrong. */
const rowsTop = 10;
const below = 6;
const least = { own: 46, inner: 34 } as const;
/** Rows are this far apart; many rows share what this many take, as far as a mark can be thin. */
const pitch = 16;
const roomyRows = 12;
const leastPitch = 4;
/** Above other lanes the first has less room, because it stays there; higher than this it does not. */
const pinnedRows = 5;
const mostPinned = 120;

/** Places the lanes below each other, without those that stand below a collapsed one. */
export function layoutHeights(lanes: readonly Lane[], collapsed: ReadonlySet<string>): LaneHeights {
  const places: LanePlace[] = [];
  let top = 0;
  for (let n = 0; n < lanes.length; n += 1) {
    const lane = lanes[n] as Lane;
    const place = { lane, top, rowsTop, ...heightsOf(lane, n === 0 && lanes.length > 1 ? pinnedRows : roomyRows) };
    places.push(place);
    top += place.height;
    if (collapsed.has(lane.id)) n += lane.below;
  }
  const first = places[0]?.height ?? 0;
  const pinnedPx = places.length > 1 && first <= mostPinned ? first : 0;
  return { places, tops: Float64Array.from(places, (place) => place.top), total: top, pinnedPx };
}

function heightsOf({ rows, depth }: Lane, roomy: number): Pick<LanePlace, 'height' | 'pitch' | 'markPx'> {
  const count = rows.length;
  const apart = count <= roomy ? pitch : Math.max(leastPitch, Math.floor((pitch * roomy) / count));
  const height = Math.max(depth === 0 ? least.own : least.inner, rowsTop + count * apart + below);
  return { height, pitch: apart, markPx: apart - (apart > 8 ? 2 : 1) };
}

/** The height of as many whole lanes as fit into one; of the first two in any case. */
export function wholeLanes({ places, total }: LaneHeights, roomPx: number): number {
  let height = 0;
  for (const [n, place] of places.entries()) {
    const bottom = place.top + place.height;
    if (n > 1 && bottom > roomPx) break;
    height = bottom;
  }
  return Math.min(height, total);
}

/** Where a point of what is seen lies among all lanes: the first is where it stands, the others are scrolled. */
export function sheetY({ pinnedPx }: LaneHeights, y: number, scrollPx: number): number {
  return y < pinnedPx ? y : y + scrollPx;
}

/** The first and last of the lanes that a stretch of pixels touches; last before first where there are none. */
export function placesBetween(
  { places, tops }: LaneHeights,
  from: number,
  to: number,
): { first: number; last: number } {
  return { first: Math.max(0, countUpTo(tops, from) - 1), last: Math.min(places.length - 1, countUpTo(tops, to) - 1) };
}

/** The lane at a height, and the row of it; undefined above and below them. */
export function rowAt(heights: LaneHeights, y: number): { place: LanePlace; row: number } | undefined {
  if (y < 0 || y >= heights.total) return undefined;
  const place = heights.places[countUpTo(heights.tops, y) - 1];
  if (place === undefined) return undefined;
  const row = Math.floor((y - place.top - place.rowsTop) / place.pitch);
  return { place, row: Math.min(place.lane.rows.length - 1, Math.max(0, row)) };
}
