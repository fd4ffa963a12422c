import fc from 'fast-check';
import { expect, test } from 'vitest';
import { suitsLibrary } from '../../../src/components/diff-view/DiffBody.tsx';
import {
  type DiffLayout,
  type DiffRowData,
  DiffRows,
  type DiffSide,
  type RowSlot,
  rowNames,
  slotsFor,
} from '../../../src/components/diff-view/diffRows.ts';
import { areAlike, type DiffSource, patienceDiff, toChange } from '../../../src/components/diff-view/diffSource.ts';
import { type DiffLine, hunksOf } from '../../../src/session/facts/lineDiff.ts';
import { deleted, hostilePatch, patch, renamed, rewrite, tablePair } from '../../../stories/data/changes.ts';

const side = (lines: readonly DiffLine[], without: '+' | '-'): string[] =>
  lines.filter(({ sign }) => sign !== without).map(({ text }) => text);

/** `-a +b  c`, each hunk behind its place. */
const drawn = (lines: readonly DiffLine[]): string => lines.map(({ sign, text }) => `${sign}${text}`).join(' ');

const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', '{', '}', ''), { maxLength: 30 });

test('a diff contains both texts', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = patienceDiff(before, after);
      expect(side(lines, '+')).toEqual(before);
      expect(side(lines, '-')).toEqual(after);
    }),
  );
});

test('equal texts have an empty diff', () => {
  fc.assert(
    fc.property(text, (same) => {
      expect(patienceDiff(same, same).every(({ sign }) => sign === ' ')).toBe(true);
    }),
  );
});

test('lines that occur once in both texts anchor the alignment', () => {
  expect(drawn(patienceDiff(['x', 'one', 'y', 'two'], ['z', 'one', 'two', 'w']))).toBe('-x +z  one -y  two +w');
});

test('a text of ten thousand lines with one in twenty changed is compared line by line', () => {
  const { before, after } = tablePair(10_000);
  const lines = patienceDiff(before.split('\n'), after.split('\n'));
  expect(lines.filter(({ sign }) => sign === '+')).toHaveLength(500);
});

test('hunks have line numbers and keep three lines of context', () => {
  const before = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`);
  const after = before.toSpliced(29, 1, 'thirty').toSpliced(4, 0, 'new');
  const hunks = hunksOf(patienceDiff(before, after));
  expect(hunks.map(({ oldStart, newStart, lines }) => [oldStart, newStart, lines.length])).toEqual([
    [2, 2, 7],
    [27, 28, 8],
  ]);
});

test('changes close to each other share a hunk', () => {
  const before = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
  const after = before.with(4, 'five').with(11, 'twelve');
  expect(hunksOf(patienceDiff(before, after))).toHaveLength(1);
});

test.each([
  ['short ones', ['a'], ['b'], true],
  ['one of nothing', [], Array.from({ length: 300 }, (_, at) => String(at)), true],
  [
    'long ones with nothing in common',
    Array.from({ length: 300 }, (_, at) => String(at)),
    Array.from({ length: 300 }, (_, at) => `x${at}`),
    false,
  ],
  [
    'long ones with enough in common',
    Array.from({ length: 300 }, (_, at) => String(at)),
    Array.from({ length: 300 }, (_, at) => (at % 5 ? `x${at}` : String(at))),
    true,
  ],
  [
    'blank lines, which say nothing',
    Array.from({ length: 300 }, () => ''),
    Array.from({ length: 300 }, () => ''),
    false,
  ],
])('%s', (_, before, after, alike) => {
  expect(areAlike(before, after)).toBe(alike);
});

test('two texts with nothing in common are one replacement', () => {
  const change = toChange(rewrite);
  expect(change.rewritten).toBe(true);
  expect(change.hunks).toHaveLength(1);
  expect(change.hunks[0]?.lines).toHaveLength(580);
});

test('a patch of the standard is read with hunks or without', () => {
  expect(toChange(patch).hunks.map(({ oldStart }) => oldStart)).toEqual([18, 112]);
  expect(toChange(renamed)).toMatchObject({ change: 'renamed', movedTo: renamed.moved_to, hunks: [] });
  expect(toChange({ before: 'a', after: 'a' }).hunks).toEqual([]);
});

function rowsOf(source: DiffSource, layout: DiffLayout): DiffRowData[] {
  const rows = new DiffRows(toChange(source).hunks, layout);
  return Array.from({ length: rows.count }, (_, at) => rows.at(at) as DiffRowData);
}

test('in one column, both line numbers count on', () => {
  const rows = rowsOf(patch, 'unified');
  expect(rows[0]).toEqual({ kind: 'hunk', header: '@@ \u221218,6 +18,7 @@' });
  expect(rows.slice(3, 7).map((row) => (row.kind === 'line' ? [row.oldNumber, row.newNumber, row.sign] : []))).toEqual([
    [20, undefined, '-'],
    [undefined, 20, '+'],
    [undefined, 21, '+'],
    [21, 22, ' '],
  ]);
});

test('side by side, removed lines stand beside the lines that replaced them', () => {
  const rows = rowsOf(patch, 'split');
  expect(rows.slice(3, 6).map((row) => (row.kind === 'pair' ? [row.left?.number, row.right?.number] : []))).toEqual([
    [20, 20],
    [undefined, 21],
    [21, 22],
  ]);
  expect(rows.filter(({ kind }) => kind === 'hunk')).toHaveLength(2);
});

test('the rows of a long hunk are those of its lines, whatever lies between', () => {
  const runs = fc.array(
    fc.tuple(fc.constantFrom<DiffLine['sign']>('+', '-', ' ', ' '), fc.integer({ min: 1, max: 260 })),
    {
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(runs, (each) => {
      const lines = each.flatMap(([sign, count]) => Array.from({ length: count }, (_, n) => ({ sign, text: `${n}` })));
      const all = new DiffRows([{ oldStart: 5, newStart: 9, lines }], 'unified');
      const rows = Array.from({ length: all.count }, (_, at) => all.at(at));
      let [old, now] = [5, 9];
      const expected = lines.map(({ sign, text }) => {
        const row = { ...(sign === '+' ? {} : { oldNumber: old }), ...(sign === '-' ? {} : { newNumber: now }) };
        if (sign !== '+') old += 1;
        if (sign !== '-') now += 1;
        return { kind: 'line', sign, text, ...row };
      });
      expect(rows.slice(1)).toEqual(expected);
      expect(rows[0]).toEqual({ kind: 'hunk', header: `@@ \u22125,${old - 5} +9,${now - 9} @@` });
      const split = new DiffRows([{ oldStart: 5, newStart: 9, lines }], 'split');
      const pairs = Array.from({ length: split.count }, (_, at) => split.at(at)).flatMap((row) =>
        row?.kind === 'pair' ? [row] : [],
      );
      expect(pairs).toHaveLength(split.count - 1);
      const numbers = (sides: readonly (DiffSide | undefined)[]) => sides.flatMap((side) => side?.number ?? []);
      expect(numbers(pairs.map(({ left }) => left))).toEqual(Array.from({ length: old - 5 }, (_, n) => n + 5));
      expect(numbers(pairs.map(({ right }) => right))).toEqual(Array.from({ length: now - 9 }, (_, n) => n + 9));
      // An unchanged line stands on one row, and so do lines and those that replaced them.
      const unchanged = pairs.filter(({ left, right }) => left?.sign === ' ' || right?.sign === ' ');
      expect(unchanged.every(({ left, right }) => left?.sign === ' ' && right?.sign === ' ')).toBe(true);
      const replaced = pairs.filter(({ left, right }) => left?.sign === '-' && right?.sign === '+');
      expect(replaced).toHaveLength(replacedIn(lines));
    }),
  );
});

/** In each run of changed lines, those removed that others replaced. */
function replacedIn(lines: readonly DiffLine[]): number {
  const runs = lines
    .map(({ sign }) => sign)
    .join('')
    .split(/ +/);
  return runs.reduce((sum, run) => sum + Math.min(run.split('-').length, run.split('+').length) - 1, 0);
}

test.each([
  ['a usual patch', toChange(patch), true],
  ['one that only removes', toChange(deleted), false],
  ['one with characters that hide or reorder', toChange(hostilePatch), false],
  ['one of masks', toChange({ before: 'key = [REDACTED:api-key]', after: 'key = env' }), false],
  ['a long one', toChange(tablePair(10_000)), false],
  ['a rewritten one', toChange(rewrite), false],
  ['one of a word in a line', toChange({ before: 'const tide = 12;', after: 'const tide = 13;' }), true],
  [
    'one whose lines are replaced by unlike ones',
    toChange({ before: 'high water, then low\nand high again', after: 'the gauge says nothing\nof the wind' }),
    false,
  ],
  ['one of Chinese in which a sign changes', toChange({ before: '高潮时间是十二点', after: '低潮时间是十二点' }), true],
  ['none', toChange({ before: '', after: '' }), false],
])('%s has its words compared: %#', (_, change, suits) => {
  expect(suitsLibrary(change)).toBe(suits);
});

const signedLines = fc.array(
  fc.record({ sign: fc.constantFrom(' ' as const, '+' as const, '-' as const), text: fc.constantFrom('a', 'b') }),
  { minLength: 1, maxLength: 12 },
);
const placedHunks = fc
  .array(signedLines, { maxLength: 4 })
  .map((all) => all.map((lines, n) => ({ oldStart: 1 + 20 * n, newStart: 1 + 20 * n, lines })));

test('rows are counted as they are made, and hold every line once', () => {
  fc.assert(
    fc.property(placedHunks, fc.constantFrom<DiffLayout>('split', 'unified'), (hunks, layout) => {
      const rows = rowsOf({ path: 'a', change: 'modified', hunks }, layout);
      const sides = rows.flatMap((row) => {
        if (row.kind === 'hunk') return [];
        if (row.kind === 'line') return [row];
        return row.left?.sign === ' ' ? [row.left] : [row.left, row.right].filter((one) => one !== undefined);
      });
      const signs = (lines: readonly Pick<DiffLine, 'sign'>[]): string =>
        lines
          .map(({ sign }) => sign)
          .sort()
          .join('');
      expect(signs(sides)).toBe(signs(hunks.flatMap(({ lines }) => lines)));
      expect(rows.filter(({ kind }) => kind === 'hunk')).toHaveLength(hunks.length);
    }),
  );
});

test('each row of a change has a name of its own', () => {
  fc.assert(
    fc.property(
      placedHunks,
      fc.constantFrom<DiffLayout>('split', 'unified'),
      fc.nat({ max: 20 }),
      (hunks, layout, first) => {
        const rows = rowsOf({ path: 'a', change: 'modified', hunks }, layout);
        const names = rowNames((at) => rows[at], 0, rows.length - 1);
        expect(new Set(names).size).toBe(rows.length);
        expect(rowNames((at) => rows[at], first, rows.length - 1)).toEqual(names.slice(first));
      },
    ),
  );
});

test('rows keep their elements, others take those of rows that are gone, and none has to move', () => {
  const names = fc.uniqueArray(fc.nat({ max: 30 }).map(String), { maxLength: 20 });
  const sorted = names.map((each) => each.toSorted((a, b) => Number(a) - Number(b)));
  fc.assert(
    fc.property(sorted, sorted, (before, after) => {
      const drawn: RowSlot[] = slotsFor(before, []);
      const slots = slotsFor(after, drawn);
      expect(slots.map(({ of }) => of)).toEqual(after);
      expect(new Set(slots.map(({ key }) => key)).size).toBe(after.length);
      const places = slots.flatMap(({ key }) => drawn.findIndex((slot) => slot.key === key)).filter((at) => at !== -1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      for (const slot of drawn) if (after.includes(slot.of)) expect(slots).toContainEqual(slot);
    }),
  );
  expect(slotsFor(['7', '8'], slotsFor(['1', '2', '3'], [])).map(({ key }) => key)).toEqual([0, 1]);
});
