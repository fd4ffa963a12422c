import { memoize } from '../memoize.ts';
import type { ReplayItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { alignKeys } from './alignKeys.ts';
import { comparedTotals, totalsChange } from './comparedTotals.ts';
import type { ComparedRow, CompareSide, Comparison, RowKind } from './comparison.ts';
import { differencesOf, isChange } from './differencesOf.ts';
import { type ItemKeys, itemKeys } from './itemKeys.ts';
import { keySequences } from './keySequence.ts';

interface Side {
  readonly items: readonly ReplayItem[];
  readonly keys: readonly ItemKeys[];
}

/**
 * Puts two sessions side by side: their items are paired in reading order by tool and file, best where the input is the same
 * too, and what has no partner stands alone. Swapping the sessions swaps the result, and nothing else.
 */
export const alignSessions = memoize((left: SessionIndex, right: SessionIndex): Comparison => {
  const [a, b] = [sideOf(left), sideOf(right)];
  const rows = rowsOf(a, b, partnersOf(a, b));
  const places = { left: placesOf(rows, 'left', left), right: placesOf(rows, 'right', right) };
  const totals = { left: comparedTotals(left), right: comparedTotals(right) };
  return {
    rows,
    counts: countKinds(rows),
    ...totals,
    change: totalsChange(totals.left, totals.right),
    rowOf: (side, item) => places[side].rowOfItem[item] ?? -1,
    itemAt: (side, row) => places[side].itemUpTo[row] ?? -1,
  };
});

function sideOf(index: SessionIndex): Side {
  const cwd = index.session.environment?.cwd;
  const items = Array.from(index.outline, (at) => index.items[at] as ReplayItem);
  return { items, keys: items.map((item) => itemKeys(item, cwd)) };
}

/** For each item of the left its partner on the right, or -1. */
function partnersOf(left: Side, right: Side): Int32Array {
  const [a, b] = keySequences(left.keys, right.keys);
  // Of several alignments that are equally good one is taken. That it is the same one for swapped sessions, they are always
  // put into the same order.
  if (!comesAfter(left.keys, right.keys)) return alignKeys(a, b);
  const partners = new Int32Array(a.length).fill(-1);
  for (const [at, partner] of alignKeys(b, a).entries()) if (partner >= 0) partners[partner] = at;
  return partners;
}

function comesAfter(left: readonly ItemKeys[], right: readonly ItemKeys[]): boolean {
  if (left.length !== right.length) return left.length > right.length;
  const at = left.findIndex(({ exact }, n) => exact !== right[n]?.exact);
  return at >= 0 && (left[at]?.exact ?? '') > (right[at]?.exact ?? '');
}

/** Between two pairs stands first what only the left has, then what only the right has. */
function rowsOf(left: Side, right: Side, partners: Int32Array): ComparedRow[] {
  const rows: ComparedRow[] = [];
  let next = 0;
  const onlyRight = (end: number): void => {
    for (; next < end; next += 1) {
      rows.push({ is: 'only-right', left: undefined, right: right.items[next] as ReplayItem, differs: [] });
    }
  };
  for (const [at, item] of left.items.entries()) {
    const partner = partners[at] as number;
    if (partner < 0) {
      rows.push({ is: 'only-left', left: item, right: undefined, differs: [] });
      continue;
    }
    onlyRight(partner);
    const sameInput = left.keys[at]?.exact === right.keys[partner]?.exact;
    const other = right.items[partner] as ReplayItem;
    const differs = differencesOf(item, other, sameInput);
    rows.push({ is: differs.some(isChange) ? 'changed' : 'same', left: item, right: other, differs });
    next = partner + 1;
  }
  onlyRight(right.items.length);
  return rows;
}

function placesOf(
  rows: readonly ComparedRow[],
  side: CompareSide,
  { items }: SessionIndex,
): { rowOfItem: Int32Array; itemUpTo: Int32Array } {
  const rowOfItem = new Int32Array(items.length).fill(-1);
  const itemUpTo = new Int32Array(rows.length);
  let last = -1;
  for (const [row, compared] of rows.entries()) {
    last = compared[side]?.index ?? last;
    itemUpTo[row] = last;
    if (compared[side] !== undefined) rowOfItem[last] = row;
  }
  return { rowOfItem, itemUpTo };
}

function countKinds(rows: readonly ComparedRow[]): Record<RowKind, number> {
  const counts = { same: 0, changed: 0, 'only-left': 0, 'only-right': 0 };
  for (const { is } of rows) counts[is] += 1;
  return counts;
}
