import { countUpTo } from '../countUpTo.ts';
import type { Lane, LaneRow } from './lane.ts';

/** The call of a row at a place of the axis, or the nearest one within reach; undefined where there is none. */
export function findInRow({ items, from, to }: LaneRow, place: number, reach: number): number | undefined {
  const before = countUpTo(from, place) - 1;
  const distance = (n: number): number =>
    n < 0 || n >= items.length
      ? Number.POSITIVE_INFINITY
      : Math.max(0, (from[n] as number) - place, place - (to[n] as number));
  const nearest = distance(before) <= distance(before + 1) ? before : before + 1;
  return distance(nearest) <= reach ? items[nearest] : undefined;
}

/** The call of a lane, in any of its rows, that is nearest to a place of the axis; undefined in a lane without calls. */
export function nearestCall({ rows }: Lane, place: number): number | undefined {
  let found: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const item = findInRow(row, place, Number.POSITIVE_INFINITY);
    if (item === undefined) continue;
    const n = countUpTo(row.items, item) - 1;
    const distance = Math.max(0, (row.from[n] as number) - place, place - (row.to[n] as number));
    if (distance < least) {
      least = distance;
      found = item;
    }
  }
  return found;
}
