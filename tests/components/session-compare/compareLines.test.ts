import { expect, test } from 'vitest';
import { compareLines, shownRows } from '../../../src/components/session-compare/useCompareRows.ts';
import { alignSessions, indexSession } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const indexed = (text: string): ReturnType<typeof indexSession> => indexSession(sessionFromText(text));
const comparison = alignSessions(
  indexed('0:00 user: Fix it\n0:01 usage: input 1\n0:02 Bash(pnpm test --run) 1s\n0:03 Read(a.ts) 1s'),
  indexed('0:00 user: Fix it\n0:01 usage: input 2\n0:02 Bash(pnpm test --all) 1s\n0:03 Read(b.ts) 1s'),
);

test('in two columns, every row takes one line, and token counts have no row', () => {
  const { rows, firstLine, rowOfLine, counts } = compareLines(comparison.rows, 'columns', 'everything');
  expect(rows.map((row) => comparison.rows[row]?.is)).toEqual(['same', 'changed', 'only-left', 'only-right']);
  expect([...firstLine]).toEqual([0, 1, 2, 3, 4]);
  expect(rowOfLine).toEqual([0, 1, 2, 3]);
  expect(counts).toEqual({ same: 1, changed: 1, 'only-left': 1, 'only-right': 1 });
});

test('in one column, only a changed row takes a line for each side', () => {
  const { firstLine, rowOfLine } = compareLines(comparison.rows, 'stacked', 'everything');
  expect([...firstLine]).toEqual([0, 1, 3, 4, 5]);
  expect(rowOfLine).toEqual([0, 1, 1, 2, 3]);
});

test('shows only differences, and still counts the rows of each kind', () => {
  const { rows, counts } = compareLines(comparison.rows, 'columns', 'differences');
  expect(rows).toEqual(shownRows(comparison.rows).differences);
  expect(rows).toHaveLength(3);
  expect(counts.same).toBe(1);
});
