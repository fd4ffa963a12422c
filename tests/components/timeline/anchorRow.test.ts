import { expect, test } from 'vitest';
import { layoutAlike } from '../../../src/components/timeline/layoutTimeline.ts';
import { type TimelineRows, timelineRows } from '../../../src/components/timeline/timelineRows.ts';
import { anchorOn, scrollTopOf } from '../../../src/components/timeline/useTimelineScroll.ts';
import { indexSession, noFilters } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const index = indexSession(
  sessionFromText(`
  == explore
  0:00 user: Find the lost hour
  0:10 Read(a.ts) 1s: ok
  == execute
  0:20 Edit(b.ts) 1s: ok
  0:30 Bash(ls) 1s failed: no
`),
);
const folded = new Set<string>();
const rowPx = 28;
const layoutOf = (rows: TimelineRows) => layoutAlike(rows.count, rowPx);
const all = timelineRows(index, noFilters, folded);
const anchor = (row: number) => anchorOn(all, layoutOf(all), row, row * rowPx + 5);

/** Where the list stands once only some items are left, if a row stood at its top. */
function topAfter(row: number, ...left: string[]): number | undefined {
  const rows = timelineRows(index, { ...noFilters, matches: new Set(left) }, folded);
  return scrollTopOf(rows, layoutOf(rows), anchor(row));
}

test('keeps an existing row in place to the pixel', () => {
  expect(scrollTopOf(all, layoutOf(all), anchor(4))).toBe(4 * rowPx + 5);
});

test('replaces a removed row by the nearest one above', () => {
  // Of explore, user, Read, execute, Edit and Bash, explore, Read, execute and Bash are left.
  expect(topAfter(4, 'tool-001', 'tool-003')).toBe(rowPx);
});

test('falls back to the first row if none is left above, also for the header of a phase', () => {
  expect(topAfter(1, 'tool-003')).toBe(0);
  expect(topAfter(0, 'tool-003')).toBe(0);
});
