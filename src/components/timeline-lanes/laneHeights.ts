import { type RefObject, useEffect, useState } from 'react';
import type { Lane } from '../../replay/index.ts';
import { countUpTo } from '../../replay/internal.ts';
import { toPx, useRemembered } from '../hooks/useRemembered.ts';

/** Where a lane stands among the shown lanes, in pixels from the top of the first. */
export interface LaneBox {
  readonly lane: Lane;
  readonly top: number;
  readonly height: number;
  /** Top of its first row of calls, from the top of the lane. */
  readonly rowsTop: number;
  /** Distance from row to row, and height of a mark. */
  readonly pitch: number;
  readonly markPx: number;
}

/** The shown lanes, from top to bottom. */
export interface LaneHeights {
  readonly boxes: readonly LaneBox[];
  readonly tops: Float64Array;
  readonly total: number;
  /**
   * Height of the first lane, which stays in sight while the others scroll; 0 if it is the only one, or so high that the others would have
   * no room.
   */
  readonly pinnedPx: number;
}

/** Room above the calls for failure marks. */
const rowsTop = 10;
const below = 6;
const least = { own: 46, inner: 34 } as const;
/** Normal distance between rows; many rows share the room of this many, down to the thinnest possible mark. */
const pitch = 16;
const roomyRows = 12;
const leastPitch = 4;
/** If other lanes follow, the first lane gets less room, because it stays in sight; higher than this, it scrolls like the rest. */
const pinnedRows = 5;
const mostPinned = 120;

/** Places the lanes below each other, leaving out those below a collapsed lane. */
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

/** Height of as many whole lanes as fit into the given height; at least of the first two, where that has room for two low ones, else of the first. */
export function wholeLanes({ boxes, total }: LaneHeights, roomPx: number): number {
  const fewest = roomPx < least.own + least.inner ? 1 : 2;
  let height = 0;
  for (const [n, box] of boxes.entries()) {
    const bottom = box.top + box.height;
    if (n >= fewest && bottom > roomPx) break;
    height = bottom;
  }
  return Math.min(height, total);
}

/** Turns a height in the visible area into a height among all lanes: the first lane does not move, the others are scrolled. */
export function sheetY({ pinnedPx }: LaneHeights, y: number, scrollPx: number): number {
  return y < pinnedPx ? y : y + scrollPx;
}

/** The first and last lane that a range of pixels touches; last before first if it touches none. */
export function boxesBetween({ boxes, tops }: LaneHeights, from: number, to: number): { first: number; last: number } {
  return { first: Math.max(0, countUpTo(tops, from) - 1), last: Math.min(boxes.length - 1, countUpTo(tops, to) - 1) };
}

/** The lane at a height, with its row; undefined above and below all lanes. */
export function rowAt(heights: LaneHeights, y: number): { box: LaneBox; row: number } | undefined {
  if (y < 0 || y >= heights.total) return undefined;
  const box = heights.boxes[countUpTo(heights.tops, y) - 1];
  if (box === undefined) return undefined;
  const row = Math.floor((y - box.top - box.rowsTop) / box.pitch);
  return { box, row: Math.min(box.lane.rows.length - 1, Math.max(0, row)) };
}

/** Height of the lanes and the heights they may be given, in pixels. */
export interface LaneHeight {
  /** Undefined until the available room is known, as on a server. */
  readonly heightPx: number | undefined;
  readonly leastPx: number;
  readonly mostPx: number;
  /** Height that one more lane adds. */
  readonly nextPx: number;
  readonly resize: (px: number | undefined) => void;
}

/** Part of the room that is left to the list, however many lanes there are. */
const keptForOthers = 0.4;

/**
 * Height of the lanes: as many whole lanes as fit into the height the reader chose, else into `--ark-lanes-max-height`. The chosen height
 * is stored in this browser. The room is that of the replay around the lanes, else that of the window.
 *
 * @param root element around `LaneInks`, from which styles are read.
 */
export function useLaneHeight(root: RefObject<HTMLElement | null>, heights: LaneHeights): LaneHeight {
  const [chosen, remember] = useRemembered('lanes-height', toPx);
  const [room, setRoom] = useState<{ readonly stylePx: number; readonly wholePx: number }>();
  useEffect(() => {
    const inks = root.current?.querySelector('.ark-lanes__inks');
    const probe = root.current?.querySelector('.ark-lanes__whole');
    if (inks == null || probe == null) return undefined;
    const measure = (): void => {
      const stylePx = Number.parseFloat(getComputedStyle(inks).maxHeight);
      const wholePx = probe.clientHeight;
      setRoom((before) => (before?.stylePx === stylePx && before.wholePx === wholePx ? before : { stylePx, wholePx }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(probe);
    return () => observer.disconnect();
  }, [root]);
  const leastPx = wholeLanes(heights, 0);
  const mostPx = wholeLanes(heights, Math.max(leastPx, (room?.wholePx ?? 0) * (1 - keptForOthers)));
  const wanted = chosen === undefined ? room?.stylePx : Math.min(chosen, mostPx);
  const heightPx = wanted === undefined || Number.isNaN(wanted) ? undefined : wholeLanes(heights, wanted);
  const next = heights.boxes.find(({ top, height }) => top + height > (heightPx ?? leastPx)) ?? heights.boxes.at(-1);
  return {
    heightPx,
    nextPx: next?.height ?? 0,
    leastPx,
    mostPx,
    resize: remember,
  };
}
