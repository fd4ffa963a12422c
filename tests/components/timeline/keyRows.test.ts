import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DrawnRow, type KeyedRows, keyRows, noRows } from '../../../src/components/timeline/useRowKeys.ts';

/** Rows by their ids: `c…` are calls, `t…` thoughts, all others have elements of their own. */
const rows = (ids: string): DrawnRow[] =>
  ids
    .split(' ')
    .map((id) => ({ id, alike: id.startsWith('c') ? 'call' : id.startsWith('t') ? 'thinking' : undefined }));
const drawn = (...steps: string[]): KeyedRows => steps.reduce((before, ids) => keyRows(before, rows(ids)), noRows);
const keyOf = ({ list }: KeyedRows, id: string): string | undefined => list.find((row) => row.id === id)?.key;

describe('keyRows', () => {
  test('lets a row that stays keep its elements, wherever the list goes', () => {
    const first = drawn('c1 c2 p1 c3');
    const next = keyRows(first, rows('c2 p1 c3 c4'));
    for (const id of ['c2', 'p1', 'c3']) expect(keyOf(next, id)).toBe(keyOf(first, id));
    expect(first.list.map(({ key }) => key)).not.toContain(keyOf(next, 'c4'));
  });

  test('lets rows that come after a jump take over those that look alike, in their order', () => {
    const first = drawn('c1 t1 c2 c3 p1');
    const next = keyRows(first, rows('c7 t7 c8 p7 c9'));
    const taken = ['c1', 't1', 'c2'].map((id) => keyOf(first, id));
    expect(['c7', 't7', 'c8'].map((id) => keyOf(next, id))).toEqual(taken);
    expect(keyOf(next, 'c9')).toBe(keyOf(first, 'c3'));
    expect(keyOf(next, 'p7')).not.toBe(keyOf(first, 'p1'));
  });

  test('takes over as many as there can be, not the first that there are', () => {
    const first = drawn('t1 c1 c2 c3');
    const next = keyRows(first, rows('c7 c8 c9 t7'));
    expect(['c7', 'c8', 'c9'].map((id) => keyOf(next, id))).toEqual(['c1', 'c2', 'c3'].map((id) => keyOf(first, id)));
  });

  test('keeps the elements of a row that unfolds, and gives them to no other once it is unfolded', () => {
    const first = drawn('t1 c1');
    const unfolded = keyRows(first, [{ id: 't1', alike: undefined }, ...rows('c1')]);
    expect(keyOf(unfolded, 't1')).toBe(keyOf(first, 't1'));
    expect(keyOf(keyRows(unfolded, rows('t7 c7')), 't7')).not.toBe(keyOf(first, 't1'));
  });

  test('gives a row that comes back a key of its own where another took over the one it had', () => {
    const marked = [{ id: 'c1', alike: undefined }];
    const gone = keyRows(keyRows(keyRows(noRows, marked), rows('c1')), rows('c9'));
    const { list } = keyRows(gone, [...marked, ...rows('c9')]);
    expect(new Set(list.map(({ key }) => key)).size).toBe(2);
  });

  test('never gives a key twice, and never changes the order of keys', () => {
    // Rows of a session come and go, but never change their order.
    const all = fc.array(fc.constantFrom('c', 't', 'p'), { minLength: 1, maxLength: 40 });
    const session = all.map((kinds) => kinds.map((kind, n) => `${kind}${n}`));
    const views = session.chain((ids) => fc.array(fc.subarray(ids), { minLength: 2, maxLength: 6 }));
    fc.assert(
      fc.property(views, (steps) => {
        let before = noRows;
        for (const ids of steps) {
          const after = keyRows(before, ids.length === 0 ? [] : rows(ids.join(' ')));
          const keys = after.list.map(({ key }) => key);
          expect(new Set(keys).size).toBe(keys.length);
          const places = keys.map((key) => before.list.findIndex((row) => row.key === key)).filter((at) => at >= 0);
          expect(places).toEqual([...places].sort((a, b) => a - b));
          before = after;
        }
      }),
    );
  });
});
