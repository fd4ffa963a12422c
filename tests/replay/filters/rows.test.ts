import { describe, expect, it } from 'vitest';
import { indexSession, isSearching, noFilters, rowsOf, sessionMs, stepsOf } from '../../../src/replay/index.ts';
import { lookRuns } from '../../../src/replay/internal.ts';
import { matchesOf } from '../../helpers/matchesOf.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const index = indexSession(
  sessionFromText(`
    0:00 user: go
    0:01 Task(one) 1m
      0:02 Task(deeper) 10s
        0:03 Read(deep.ts)
      0:20 Read(a.ts)
    0:02 assistant: started
    0:30 Bash(make)
  `),
);

function rowIds(expanded: string[] = [], filters = noFilters): (string | undefined)[] {
  return Array.from(rowsOf(index, filters, new Set(expanded)).items, (item) => index.items[item]?.id);
}

describe('rowsOf', () => {
  it('folds runs until the calls that started them are expanded', () => {
    const folded = ['event-001', 'tool-001', 'event-002', 'tool-002'];
    expect(rowIds()).toEqual(folded);
    expect(rowIds(['sub-001-tool-001'])).toEqual(folded);
    expect(rowIds(['tool-001'])).toEqual([
      'event-001',
      'tool-001',
      'sub-001-tool-001',
      'sub-001-tool-002',
      'event-002',
      'tool-002',
    ]);
    expect(rowIds(['tool-001', 'sub-001-tool-001'])).toHaveLength(7);
  });

  it('unfolds every run during a search', () => {
    expect(rowIds([], { ...noFilters, matches: matchesOf(index, 'tool:Read') })).toEqual([
      'tool-001',
      'sub-001-tool-001',
      'sub-002-tool-001',
      'sub-001-tool-002',
    ]);
    expect(rowIds([], { ...noFilters, hidden: ['message'] })).toEqual(['tool-001', 'tool-002']);
  });

  it('shows the calls above what a search found, as headings only', () => {
    const filters = { ...noFilters, matches: new Set(['sub-002-tool-001']) };
    const rows = rowsOf(index, filters, new Set());
    const ids = Array.from(rows.items, (item) => [index.items[item]?.id, rows.isParent(item)]);
    expect(ids).toEqual([
      ['tool-001', true],
      ['sub-001-tool-001', true],
      ['sub-002-tool-001', false],
    ]);
    const steps = stepsOf({ index, filters, expanded: new Set() }, 'item');
    expect(Array.from(steps, (item) => index.items[item]?.id)).toEqual(['sub-002-tool-001']);
    const both = rowsOf(index, { ...filters, matches: new Set(['tool-001', 'sub-001-tool-002']) }, new Set());
    expect(Array.from(both.items, (item) => both.isParent(item))).toEqual([false, false]);
  });

  it('shows a run without a known call', () => {
    const session = sessionFromText('0:00 Task(one) 1m\n  0:02 Read(a.ts)\n0:30 Bash(make)');
    delete session.sub_sessions[0]?.triggered_by_call_id;
    delete session.tool_calls[0]?.subagent_info;
    const orphaned = indexSession(session);
    const rows = rowsOf(orphaned, noFilters, new Set());
    expect(Array.from(rows.items, (item) => orphaned.items[item]?.id)).toEqual([
      'tool-001',
      'tool-002',
      'sub-001-tool-001',
    ]);
  });

  it('gives the row of each item, and for an item without one the row it is folded under', () => {
    const rows = rowsOf(index, { ...noFilters, hidden: ['message'] }, new Set());
    const rowOf = Object.fromEntries(
      index.items.map(({ id, index: item }) => [id, [rows.rowOf[item], rows.has(item)]]),
    );
    expect(rowOf).toEqual({
      'event-001': [-1, false],
      'tool-001': [0, true],
      'sub-001-tool-001': [0, false],
      'sub-002-tool-001': [0, false],
      'sub-001-tool-002': [0, false],
      'event-002': [0, false],
      'tool-002': [1, true],
    });
  });

  it('computes rows once for the same filters and expanded ids', () => {
    const expanded = new Set(['tool-001']);
    expect(rowsOf(index, noFilters, expanded)).toBe(rowsOf(index, noFilters, expanded));
    expect(rowsOf(index, noFilters, new Set(expanded))).not.toBe(rowsOf(index, noFilters, expanded));
  });
});

describe('isSearching', () => {
  it('is true for conditions, and false for hidden kinds', () => {
    expect(isSearching(noFilters)).toBe(false);
    expect(isSearching({ ...noFilters, hidden: ['usage'] })).toBe(false);
    expect(isSearching({ ...noFilters, matches: new Set(['a']) })).toBe(true);
    expect(isSearching({ ...noFilters, only: 'prompts' })).toBe(true);
    expect(isSearching({ ...noFilters, between: { from: sessionMs(0), to: sessionMs(1) } })).toBe(true);
  });
});

it('unfolds one row without checking the other folds', () => {
  class Asked extends Set<string> {
    times = 0;
    override has(id: string): boolean {
      this.times += 1;
      return super.has(id);
    }
  }
  const steps = Array.from({ length: 200 }, () => '0:01 Read(a.ts)\n0:01 Read(b.ts)\n0:01 Grep(c)\n0:01 Edit(a.ts)');
  const large = indexSession(sessionFromText(['0:00 user: go', ...steps].join('\n')));
  const filters = { ...noFilters, level: 'steps' } as const;
  const folds = [...lookRuns(large, filters).byFirst.values()];
  const expanded = new Asked([folds[3]?.id ?? '']);
  const { items } = rowsOf(large, filters, expanded);
  expect(folds.length).toBeGreaterThan(150);
  expect(expanded.times).toBeLessThanOrEqual(large.runs.length);
  expect(items.length).toBe(rowsOf(large, filters, new Set()).items.length + (folds[3]?.items.length ?? 0) - 1);
});
