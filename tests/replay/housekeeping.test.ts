import { expect, test } from 'vitest';
import { timelineRows } from '../../src/components/timeline/timelineRows.ts';
import {
  housekeepingRuns,
  indexSession,
  noFilters,
  rowsOf,
  type SessionIndex,
  stepsOf,
} from '../../src/replay/index.ts';
import { matchesOf } from '../helpers/matchesOf.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

const index = indexSession(
  sessionFromText(`
  0:00 notice(hook): SessionStart
  0:00 system(context): AGENTS.md
  0:00 usage: input 3
  0:00 notice(hook): SessionStart
  0:01 user: Fix it
  0:02 system(hook): UserPromptSubmit
  0:03 Task(look) 20s as explorer
    0:04 notice(hook): SubagentStart
    0:04 user(context): Read-only
    0:05 user: Look around
  0:30 notice(hook): PostToolUse
  0:31 notice(error): It broke
  0:32 notice(hook): Stop
  0:33 notice(info): Turn ended
  9:00 notice(info): Woke up
  9:01 notice(info): Went on
`),
);
const shown = { ...noFilters, hidden: ['usage' as const] };

const rowIds = (expanded: readonly string[] = [], filters = shown, of: SessionIndex = index): string[] =>
  Array.from(rowsOf(of, filters, new Set(expanded)).items, (item) => of.items[item]?.id ?? '');

test('joins neighbouring hooks, context and notes into one run, counted by kind, across hidden items', () => {
  const runs = [...housekeepingRuns(index, shown).byFirst.values()];
  expect(runs.map(({ counts }) => counts)).toEqual([
    [
      ['hook', 2],
      ['context', 1],
    ],
    [
      ['hook', 1],
      ['context', 1],
    ],
    [
      ['hook', 1],
      ['note', 1],
    ],
    [['note', 2]],
  ]);
  expect(housekeepingRuns(index, noFilters).byFirst.get(0)?.items).toEqual([0, 1]);
});

test('splits a run at an error, idle time, a phase and a subagent, and leaves a single item its own row', () => {
  const rows = timelineRows(index, shown, new Set());
  const kinds = Array.from({ length: rows.count }, (_, row) =>
    rows.kind(row) === 'item' ? index.items[rows.ref(row)]?.id : rows.kind(row),
  );
  expect(kinds).toEqual([
    'housekeeping',
    'event-005',
    'event-006',
    'tool-001',
    'event-007',
    'event-008',
    'housekeeping',
    'idle',
    'housekeeping',
  ]);
  const phased = indexSession(
    sessionFromText(`
    == explore
    0:00 Read(a.ts) 1s
    0:02 notice(hook): PostToolUse
    == execute
    0:03 Edit(a.ts) 1s
    0:05 notice(hook): PostToolUse
    0:06 notice(hook): Stop
  `),
  );
  expect(housekeepingRuns(phased, shown).byFirst.size).toBe(1);
});

test('shows a run in place of its items until it is unfolded, also when stepping, and unfolds all during a search', () => {
  const first = index.items[0]?.id as string;
  expect(rowIds().filter((id) => ['event-001', 'event-002', 'event-004'].includes(id))).toEqual([first]);
  expect(rowIds([`housekeeping:${first}`])).toEqual([
    'event-001',
    'event-002',
    'event-004',
    'event-005',
    'event-006',
    'tool-001',
    'event-007',
    'event-008',
    'event-009',
    'event-011',
  ]);
  expect(rowIds([], { ...shown, matches: matchesOf(index, 'agents.md') })).toEqual(['event-002']);
  const steps = stepsOf({ index, filters: shown, expanded: new Set() }, 'item');
  expect([...steps].slice(0, 2).map((item) => index.items[item]?.id)).toEqual(['event-001', 'event-005']);
});

test('gives a row with the run’s items and their positions, which is no item itself', () => {
  const id = 'housekeeping:event-001';
  const folded = timelineRows(index, shown, new Set());
  expect(folded.housekeeping(0)).toEqual([
    ['hook', 2],
    ['context', 1],
  ]);
  expect([0, 1, 3].map((item) => folded.rowOfItem(item))).toEqual([0, 0, 0]);
  const unfolded = timelineRows(index, shown, new Set([id]));
  expect([0, 1, 3].map((item) => unfolded.rowOfItem(item))).toEqual([1, 2, 3]);
  expect(unfolded.runRowOf(3)).toBe(0);
  expect(unfolded.runRowOf(4)).toBe(-1);
  expect(unfolded.setSize(0)).toBe(unfolded.setSize(1));
});
