import { expect, test } from 'vitest';
import { rowAfterKey } from '../../../src/components/shared/keyTable.ts';
import { layoutTimeline, pagesIn } from '../../../src/components/timeline/layoutTimeline.ts';
import { blocksBetween } from '../../../src/components/timeline/PhaseRails.tsx';
import { foldOfRow, itemOfRow, rowId, rowOfId } from '../../../src/components/timeline/rowFacts.ts';
import { type TimelineRows, timelineRows } from '../../../src/components/timeline/timelineRows.ts';
import { indexSession, noFilters, type PhaseBlock, phaseBlocks } from '../../../src/replay/index.ts';
import { foldOfPhase, withoutFolds } from '../../../src/replay/internal.ts';
import { matchesOf } from '../../helpers/matchesOf.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const index = indexSession(
  sessionFromText(`
  == explore
  0:00 user: Find the lost hour
  0:10 Task(Look around) 20s as explorer
    0:12 Read(a.ts) 1s: ok
    0:14 Read(b.ts) 1s: ok
  == execute
  9:40 Edit(b.ts) 1s: ok
  == verify
  9:50 Bash(ls) 1s failed: no
`),
);

const folded = new Set<string>();
const open = new Set(['tool-001']);

function drawn(rows: TimelineRows): string[] {
  return Array.from({ length: rows.count }, (_, row) => {
    const item = itemOfRow(rows, row);
    return item === undefined ? rows.kind(row) : item.id;
  });
}

test('headers come before their phases and below their prompts, and idle time before the item that ends it', () => {
  expect(drawn(timelineRows(index, noFilters, folded))).toEqual([
    'event-001',
    'phase',
    'tool-001',
    'idle',
    'phase',
    'tool-002',
    'phase',
    'tool-003',
  ]);
});

test('a folded phase is only its header, below its prompt, and stands for its items', () => {
  const [first] = phaseBlocks(index);
  const fold = foldOfPhase(index, first as PhaseBlock);
  const rows = timelineRows(index, noFilters, new Set([fold, ...open]));
  expect(drawn(rows)).toEqual(['event-001', 'phase', 'idle', 'phase', 'tool-002', 'phase', 'tool-003']);
  expect(rowOfId(rows, 'tool-001')).toBe(1);
  expect(rowOfId(rows, 'sub-001-tool-002')).toBe(1);
  expect(rows.setSize(0)).toBe(7);
  expect(foldOfRow(rows, 1)?.folded).toBe(true);
  expect(foldOfRow(rows, 3)?.folded).toBe(false);
  const all = new Set(phaseBlocks(index).map((block) => foldOfPhase(index, block)));
  expect(drawn(timelineRows(index, noFilters, all))).toEqual(['event-001', 'phase', 'idle', 'phase', 'phase']);
  expect(drawn(timelineRows(index, { ...noFilters, matches: matchesOf(index, 'status:failed') }, all))).toEqual([
    'phase',
    'tool-003',
  ]);
  expect(drawn(timelineRows(index, noFilters, withoutFolds(all)))).toHaveLength(8);
});

test('a later prompt ends a folded phase above it, and the phase has another header below the prompt', () => {
  const later = indexSession(
    sessionFromText(`
    == explore
    0:00 user: Find the lost hour
    0:10 Read(a.ts) 1s: ok
    0:11 user: Look again
    0:12 Read(b.ts) 1s: ok
    == execute
    0:20 user: Mend it
    0:21 user: In both places
    0:30 Edit(b.ts) 1s: ok
  `),
  );
  const rows = timelineRows(later, noFilters, folded);
  const whole = [
    'event-001',
    'phase',
    'tool-001',
    'event-002',
    'tool-002',
    'event-003',
    'event-004',
    'phase',
    'tool-003',
  ];
  expect(drawn(rows)).toEqual(whole);
  expect(blocksBetween(rows, 0, 8)).toEqual([
    { block: 0, from: 1, to: 5 },
    { block: 1, from: 7, to: 9 },
  ]);
  const all = new Set(phaseBlocks(later).map((block) => foldOfPhase(later, block)));
  expect(drawn(timelineRows(later, noFilters, all))).toEqual(['event-001', 'phase', 'event-003', 'event-004', 'phase']);
});

test('an unfolded run follows the call that started it, and counts its own rows', () => {
  const rows = timelineRows(index, noFilters, open);
  expect(drawn(rows).slice(2, 5)).toEqual(['tool-001', 'sub-001-tool-001', 'sub-001-tool-002']);
  expect([rows.posInSet(3), rows.setSize(3)]).toEqual([1, 2]);
  expect([rows.posInSet(4), rows.setSize(4)]).toEqual([2, 2]);
  expect(rows.setSize(0)).toBe(8);
});

test('every row has an id that finds it again, and a folded row is represented by the call above it', () => {
  const rows = timelineRows(index, noFilters, folded);
  for (let row = 0; row < rows.count; row += 1) expect(rowOfId(rows, rowId(rows, row))).toBe(row);
  expect(new Set(Array.from({ length: rows.count }, (_, row) => rowId(rows, row))).size).toBe(rows.count);
  expect(rowOfId(rows, 'sub-001-tool-002')).toBe(rowOfId(rows, 'tool-001'));
  expect(rowOfId(rows, 'no such item')).toBe(-1);
});

test('a search has no rows for idle time', () => {
  const rows = timelineRows(index, { ...noFilters, matches: matchesOf(index, 'status:failed') }, folded);
  expect(drawn(rows)).toEqual(['phase', 'tool-003']);
});

test('bands are drawn for the phases that have visible rows', () => {
  const rows = timelineRows(index, noFilters, folded);
  const between = (first: number, last: number): number[] => blocksBetween(rows, first, last).map(({ block }) => block);
  expect(between(0, rows.count - 1)).toEqual([0, 1, 2]);
  expect(between(0, 0)).toEqual([]);
  expect(between(1, 1)).toEqual([0]);
  expect(between(5, 6)).toEqual([1, 2]);
});

test('keys skip rows that cannot take the focus, and stop at both ends', () => {
  const rows = timelineRows(index, noFilters, folded);
  const layout = layoutTimeline(new Float64Array(rows.count).fill(28));
  const any = (): boolean => true;
  const noHeaders = (row: number): boolean => rows.kind(row) !== 'phase';
  const goTo = (key: string, row: number, viewPx: number, canStand: (row: number) => boolean) =>
    rowAfterKey(key, row, { last: rows.count - 1, pageFrom: pagesIn(layout, viewPx), canStand });
  expect(goTo('ArrowDown', 3, 100, any)).toBe(4);
  expect(goTo('ArrowDown', 3, 100, noHeaders)).toBe(5);
  expect(goTo('ArrowUp', 2, 100, noHeaders)).toBe(0);
  expect(goTo('ArrowDown', 7, 100, any)).toBe(7);
  expect(goTo('Home', 5, 100, noHeaders)).toBe(0);
  expect(goTo('End', 0, 100, any)).toBe(7);
  expect(goTo('PageDown', 0, 84, any)).toBe(2);
  expect(goTo('PageUp', 7, 84, any)).toBe(5);
  // A page that is lower than a row still moves on.
  expect(goTo('PageDown', 2, 10, any)).toBe(3);
  expect(goTo('PageUp', 2, 10, any)).toBe(1);
});
