import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutLine } from '../../../src/components/terminal-output/cutLine.ts';
import type { TerminalLine } from '../../../src/components/terminal-output/screen/textStyle.ts';
import { findMatches, mostMatches } from '../../../src/components/terminal-output/useSearch.ts';
import { isCutMark, sourceNotes } from '../../../src/components/terminal-output/useTerminal.ts';
import { layoutRows, wrapCuts } from '../../../src/components/terminal-output/VirtualLines.tsx';

const line = (text: string): TerminalLine => ({ text, runs: [] });

test('a line is cut where its style, a match or a file location begins or ends', () => {
  const red = { ink: { kind: 'named', index: 1 } } as const;
  const place = { from: 3, to: 9, path: 'a.ts', line: 1 };
  const pieces = cutLine(
    { text: 'at a.ts:1 failed', runs: [{ from: 5, to: 12, style: red }] },
    { found: [{ from: 10, to: 16, current: true }], locations: [place], from: 0, to: 16 },
  );
  expect(pieces.map(({ text, style, found, location: at }) => [text, style, found, at?.path])).toEqual([
    ['at ', undefined, undefined, undefined],
    ['a.', undefined, undefined, 'a.ts'],
    ['ts:1', red, undefined, 'a.ts'],
    [' ', red, undefined, undefined],
    ['fa', red, 'current', undefined],
    ['iled', undefined, 'current', undefined],
  ]);
});

test('a part of a line is cut in the same way', () => {
  const pieces = cutLine(line('0123456789'), {
    found: [{ from: 2, to: 8, current: false }],
    locations: [],
    from: 4,
    to: 6,
  });
  expect(pieces).toEqual([{ text: '45', style: undefined, found: 'match', location: undefined }]);
});

test('a search ignores case and finds several matches in a line', () => {
  expect(findMatches([line('Tide tide'), line('none'), line('TIDE')], 'tiDe')).toEqual([
    { line: 0, from: 0, to: 4 },
    { line: 0, from: 5, to: 9 },
    { line: 2, from: 0, to: 4 },
  ]);
  expect(findMatches([line('tide')], '')).toEqual([]);
});

test('a line that changes its length in lower case is searched unchanged', () => {
  expect(findMatches([line('\u0130x tide')], 'tide')).toEqual([{ line: 0, from: 3, to: 7 }]);
});

test('a search stops at the maximum number of matches', () => {
  expect(findMatches([line('a'.repeat(mostMatches + 5))], 'a')).toHaveLength(mostMatches);
});

test.each([
  ['short', 'tide', 10, [0, 4]],
  ['as long as the row', 'tide', 4, [0, 4]],
  ['longer', 'tidewatch', 4, [0, 4, 8, 9]],
  ['wide', '\u6f6e\u6c50\u8868', 4, [0, 2, 3]],
  ['with a tab', 'a\tbc', 9, [0, 3, 4]],
  ['empty', '', 4, [0, 0]],
])('a %s line is wrapped correctly', (_, text, columns, cuts) => {
  expect(wrapCuts(text, columns)).toEqual(cuts);
});

test('every row belongs to its line, and every character to a row', () => {
  const anyLine = fc.stringMatching(/^[a-c\u6f6e\t]{0,30}$/).map(line);
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 8, max: 20 }),
      (lines, columns) => {
        const layout = layoutRows(lines, columns);
        const drawn = lines.map(() => '');
        for (let row = 0; row < layout.rowCount; row += 1) {
          const { line: at, part } = layout.lineAt(row);
          const cuts = layout.cutsOf(at);
          drawn[at] += lines[at]?.text.slice(cuts[part], cuts[part + 1]) ?? '';
          expect(layout.rowOf(at, cuts[part] ?? 0)).toBe(row);
        }
        expect(drawn).toEqual(lines.map(({ text }) => text));
      },
    ),
  );
});

test('without wrapping, each line is one row', () => {
  const layout = layoutRows([line('x'.repeat(5000)), line('')], Number.POSITIVE_INFINITY);
  expect(layout.rowCount).toBe(2);
  expect(layout.cutsOf(0)).toEqual([0, 5000]);
});

test("the source's count of lines is read and removed from the output", () => {
  expect(sourceNotes('Total output lines: 412\n\na\nb')).toEqual({ text: 'a\nb', totalLines: 412 });
  expect(sourceNotes('Total output lines: many\na')).toEqual({
    text: 'Total output lines: many\na',
    totalLines: undefined,
  });
  expect(sourceNotes('a\nTotal output lines: 3\n')).toMatchObject({ totalLines: undefined });
});

test.each([
  ['[... omitted 44 of 120 lines ...]', true],
  ['[... output truncated to fit 10240 bytes ...]', true],
  ['[\u2026 80000 characters omitted here; the whole text is in the session\u2019s content folder \u2026]', true],
  ['[... repeat for each auto-fix ...]', false],
  ['omitted', false],
])('whether %s marks omitted lines: %s', (text, expected) => {
  expect(isCutMark(text)).toBe(expected);
});
