import { expect, test } from 'vitest';
import { rowSizes } from '../../../src/components/theme/rowSizes.ts';
import { itemOfRow, rowId, rowOfId } from '../../../src/components/timeline/rowFacts.ts';
import { rowHeights } from '../../../src/components/timeline/rowHeights.ts';
import { withNewLine } from '../../../src/components/timeline/rowsWithLine.ts';
import { type TimelineRows, timelineRows } from '../../../src/components/timeline/timelineRows.ts';
import { indexSession, noFilters } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const index = indexSession(
  sessionFromText(`
  == explore
  0:00 user: Find the lost hour
  0:10 Task(Look around) 9m as explorer
    0:12 Read(a.ts) 1s: ok
    5:00 Grep(b) 1s: ok
  0:20 Bash(ls) 1s: ok
  == execute
  19:40 Edit(b.ts) 1s: ok
  19:50 Edit(c.ts) 1s: ok
`),
);
const noneOpen: ReadonlySet<string> = new Set();
const open: ReadonlySet<string> = new Set(['tool-001']);

function drawn(rows: TimelineRows): string[] {
  return Array.from({ length: rows.count }, (_, row) => itemOfRow(rows, row)?.id ?? rows.kind(row));
}

/** The rows with a line above what came after an item. */
function linedAfter(id: string, expanded = noneOpen): TimelineRows {
  return withNewLine(timelineRows(index, noFilters, expanded), index.itemById(id)?.index);
}

test('a line stands above the first new row, and above the header and the idle time that come with it', () => {
  expect(drawn(linedAfter('tool-003'))).toEqual([
    'event-001',
    'phase',
    'tool-001',
    'tool-002',
    'idle',
    'phase',
    'tool-003',
    'new',
    'tool-004',
  ]);
  const after = drawn(linedAfter('sub-001-tool-002'));
  expect(after.slice(after.indexOf('new'))).toEqual(['new', 'idle', 'phase', 'tool-003', 'tool-004']);
});

test('nothing new stands above the line, also in the run of a subagent', () => {
  expect(drawn(linedAfter('tool-002', open)).slice(0, 6)).toEqual([
    'event-001',
    'phase',
    'tool-001',
    'sub-001-tool-001',
    'new',
    'sub-001-tool-002',
  ]);
});

test('there is no line where nothing is new, or nothing new has a row', () => {
  expect(drawn(linedAfter('tool-004'))).not.toContain('new');
  const rows = timelineRows(index, { ...noFilters, only: 'prompts' }, noneOpen);
  expect(withNewLine(rows, 0)).toBe(rows);
});

test('rows are asked for as before, only further down below the line', () => {
  const plain = timelineRows(index, noFilters, noneOpen);
  const lined = linedAfter('tool-003');
  const line = lined.newLine?.row ?? -1;
  for (let row = 0; row < plain.count; row += 1) {
    const moved = row < line ? row : row + 1;
    expect(rowId(lined, moved)).toBe(rowId(plain, row));
    expect(rowOfId(lined, rowId(plain, row))).toBe(moved);
    expect(lined.posInSet(moved)).toBe(plain.posInSet(row));
  }
  expect(rowOfId(lined, rowId(lined, line))).toBe(line);
  expect(lined.ranges.map(({ row }) => row)).toEqual(plain.ranges.map(({ row }) => (row < line ? row : row + 1)));
  expect(lined.others).toContain(line);
  expect(linedAfter('tool-003')).toBe(lined);
});

test('the line has its height, and all other rows theirs', () => {
  const plain = timelineRows(index, noFilters, noneOpen);
  const lined = linedAfter('tool-003');
  const heights = [...rowHeights(lined, noneOpen, 900)];
  expect(heights.splice(lined.newLine?.row ?? -1, 1)).toEqual([rowSizes.newLinePx]);
  expect(heights).toEqual([...rowHeights(plain, noneOpen, 900)]);
});
