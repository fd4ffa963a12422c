import type { Lane } from '../../replay/index.ts';
import { countUpTo } from '../../replay/internal.ts';

/** Where a lane stands among those that are shown, in pixels from the top of the first. */
export interface LaneBox {
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
  readonly boxes: readonly LaneBox[];
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
  const boxes: LaneBox[] = [];
  let top = 0;
  for (let n = 0; n < lanes.length; n += 1) {
    const lane = lanes[n] as Lane;
    const box = { lane, top, rowsTop, ...heightsOf(lane, n === 0 && lanes.length > 1 ? pinnedRows : roomyRows) };
    boxes.push(box);
    top += box.height;
    if (collapsed.has(lane.id)) n += lane.below;
  }
  const first = boxes[0]?.height ?? 0;
  const pinnedPx = boxes.length > 1 && first <= mostPinned ? first : 0;
  return { boxes, tops: Float64Array.from(boxes, (box) => box.top), total: top, pinnedPx };
}

function heightsOf({ rows, depth }: Lane, roomy: number): Pick<LaneBox, 'height' | 'pitch' | 'markPx'> {
  const count = rows.length;
  const apart = count <= roomy ? pitch : Math.max(leastPitch, Math.floor((pitch * roomy) / count));
  const height = Math.max(depth === 0 ? least.own : least.inner, rowsTop + count * apart + below);
  return { height, pitch: apart, markPx: apart - (apart > 8 ? 2 : 1) };
}

/** The height of as many whole lanes as fit into one; of the first two in any case. */
export function wholeLanes({ boxes, total }: LaneHeights, roomPx: number): number {
  let height = 0;
  for (const [n, box] of boxes.entries()) {
    const bottom = box.top + box.height;
    if (n > 1 && bottom > roomPx) break;
    height = bottom;
  }
  return Math.min(height, total);
}

/** Where a point of what is seen lies among all lanes: the first is where it stands, the others are scrolled. */
export function sheetY({ pinnedPx }: LaneHeights, y: number, scrollPx: number): number {
  return y < pinnedPx ? y : y + scrollPx;
}

/** The first and last of the lanes that a range of pixels touches; last before first where there are none. */
export function boxesBetween({ boxes, tops }: LaneHeights, from: number, to: number): { first: number; last: number } {
  return { first: Math.max(0, countUpTo(tops, from) - 1), last: Math.min(boxes.length - 1, countUpTo(tops, to) - 1) };
}

/** The lane at a height, and the row of it; undefined above and below them. */
export function rowAt(heights: LaneHeights, y: number): { box: LaneBox; row: number } | undefined {
  if (y < 0 || y >= heights.total) return undefined;
  const box = heights.boxes[countUpTo(heights.tops, y) - 1];
  if (box === undefined) return undefined;
  const row = Math.floor((y - box.top - box.rowsTop) / box.pitch);
  return { box, row: Math.min(box.lane.rows.length - 1, Math.max(0, row)) };
}
