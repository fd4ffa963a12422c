import type { ToolCategory } from '../../session/index.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import type { LaneRow } from './lane.ts';

/** The categories of calls, in the order in which a row counts them. */
export const laneCategories: readonly ToolCategory[] = [
  'perception',
  'action',
  'interaction',
  'planning',
  'task_management',
];

/** The category of each call, in one pass: a session of that size does not fit any cache. */
export function categoriesOf({ items }: SessionIndex, calls: Uint32Array): Uint8Array {
  const categories = new Uint8Array(calls.length);
  for (let n = 0; n < calls.length; n += 1) {
    const item = items[calls[n] as number];
    if (item?.is === 'call') categories[n] = Math.max(0, laneCategories.indexOf(item.call.tool_category));
  }
  return categories;
}

/** Makes a row of some calls, given as positions among all. */
export function makeRow(calls: Omit<LaneRow, 'tally'>, members: Uint32Array): LaneRow {
  const count = members.length;
  const kinds = laneCategories.length;
  const items = new Uint32Array(count);
  const from = new Float64Array(count);
  const to = new Float64Array(count);
  const categories = new Uint8Array(count);
  const tally = new Uint32Array((count + 1) * kinds);
  for (let n = 0; n < count; n += 1) {
    const member = members[n] as number;
    items[n] = calls.items[member] as number;
    from[n] = calls.from[member] as number;
    to[n] = calls.to[member] as number;
    const category = calls.categories[member] as number;
    categories[n] = category;
    for (let at = n * kinds; at < (n + 1) * kinds; at += 1) tally[at + kinds] = tally[at] as number;
    tally[(n + 1) * kinds + category] = (tally[(n + 1) * kinds + category] as number) + 1;
  }
  return { items, from, to, categories, tally };
}

/** The category of most calls of a stretch of a row; of equals the first in `laneCategories`. */
export function mainCategory({ tally, categories }: LaneRow, first: number, last: number): number {
  if (first === last) return categories[first] as number;
  const kinds = laneCategories.length;
  let main = 0;
  let most = -1;
  for (let kind = 0; kind < kinds; kind += 1) {
    const count = (tally[(last + 1) * kinds + kind] as number) - (tally[first * kinds + kind] as number);
    if (count > most) {
      most = count;
      main = kind;
    }
  }
  return main;
}
