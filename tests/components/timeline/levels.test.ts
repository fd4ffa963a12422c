import { describe, expect, it } from 'vitest';
import { foldOfRow, itemOfRow, rowId } from '../../../src/components/timeline/rowFacts.ts';
import { type TimelineRows, timelineRows } from '../../../src/components/timeline/timelineRows.ts';
import { indexSession, noFilters, type ReadingLevel, type SessionIndex } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const index = indexSession(
  sessionFromText(`
    0:00 notice(hook): started
    0:00 user: Find the lost hour
    == explore
    0:01 Read(a.ts) 1s: ok
    0:02 Grep(hour) 1s: ok
    0:03 thinking:
    0:04 Read(b.ts) 1s: ok
    0:05 usage: input 100, output 20
    0:06 Task(Look around) 20s as explorer
      0:07 Read(c.ts) 1s: ok
      0:08 Read(d.ts) 1s: ok
      0:09 Read(e.ts) 1s: ok
    == execute
    0:30 Edit(b.ts) 1s: ok
    0:32 assistant: Found it.
    == none
    9:40 user: And now the tests
    9:41 Bash(pnpm test) 1s failed: 2 tests failed
    9:50 assistant: They fail.
  `),
);

const nothing = new Set<string>();
const usual = { ...noFilters, hidden: ['usage'] as const };

function drawn(rows: TimelineRows): string[] {
  return Array.from({ length: rows.count }, (_, row) => {
    const item = itemOfRow(rows, row);
    return item === undefined ? rows.kind(row) : item.id;
  });
}

const at = (level: ReadingLevel, expanded: ReadonlySet<string> = nothing, of: SessionIndex = index): TimelineRows =>
  timelineRows(of, { ...usual, level }, expanded);

describe('levels of reading', () => {
  it('the story has prompts and answers, and phases while there is room', () => {
    expect(drawn(at('story'))).toEqual(['event-002', 'phase', 'phase', 'event-005', 'event-006', 'event-007']);
  });

  it('the level of steps folds runs of looks, also in the runs of subagents', () => {
    const rows = at('steps');
    expect(drawn(rows)).toEqual([
      'event-001',
      'event-002',
      'phase',
      'looks',
      'tool-004',
      'phase',
      'tool-005',
      'event-005',
      'idle',
      'event-006',
      'phase',
      'tool-006',
      'event-007',
    ]);
    expect(drawn(at('steps', new Set(['tool-004']))).slice(4, 6)).toEqual(['tool-004', 'looks']);
    const looks = rowId(rows, 3);
    expect(drawn(at('steps', new Set([looks]))).slice(3, 8)).toEqual([
      'looks',
      'tool-001',
      'tool-002',
      'event-003',
      'tool-003',
    ]);
  });

  it('the full level folds only runs of subagents, and shows kinds that are otherwise hidden', () => {
    expect(drawn(at('everything'))).toContain('event-004');
    expect(drawn(at('everything'))).not.toContain('looks');
  });

  it('the conversation has only what was said', () => {
    expect(drawn(at('conversation'))).toEqual(['event-002', 'event-005', 'event-006', 'event-007']);
  });

  it('a search finds items at every level', () => {
    const found = { ...usual, level: 'story', matches: new Set(['tool-002']) } as const;
    expect(drawn(timelineRows(index, found, nothing))).toEqual(['phase', 'tool-002']);
  });
});

describe('chapters in a list', () => {
  it('start at their prompts and fold there', () => {
    const rows = at('steps');
    expect(rows.chapters.map(({ row, fold }) => [rowId(rows, row), fold.folded])).toEqual([
      ['event-002', false],
      ['event-006', false],
    ]);
    const folded = at('steps', new Set([foldOfRow(rows, 1)?.id ?? '']));
    expect(drawn(folded).slice(0, 4)).toEqual(['event-002', 'event-005', 'idle', 'event-006']);
    expect(folded.rowOfItem(index.items.findIndex(({ id }) => id === 'tool-005'))).toBe(0);
  });

  it('unfold in a story, one chapter or one phase at a time', () => {
    const rows = at('story');
    const steps = at('story', new Set([foldOfRow(rows, 0)?.id ?? '']));
    expect(drawn(steps)).toContain('looks');
    expect(drawn(steps).slice(-2)).toEqual(['event-006', 'event-007']);
    const phase = at('story', new Set([foldOfRow(rows, 2)?.id ?? '']));
    expect(drawn(phase)).toEqual(['event-002', 'phase', 'phase', 'tool-005', 'event-005', 'event-006', 'event-007']);
  });

  it('stand for the items they hold while they are condensed', () => {
    const rows = at('story');
    const rowOf = (id: string): number => rows.rowOfItem(index.itemById(id)?.index ?? -1);
    expect(['event-001', 'tool-002', 'tool-005', 'event-005', 'tool-006', 'event-007'].map(rowOf)).toEqual([
      0, 1, 2, 3, 4, 5,
    ]);
    expect(rowOf('sub-001-tool-002')).toBe(1);
  });

  it('are absent in a list without a level, and with a single prompt', () => {
    expect(timelineRows(index, usual, nothing).chapters).toEqual([]);
    const single = indexSession(sessionFromText('0:00 user: Go\n0:01 Read(a.ts) 1s'));
    expect(at('steps', nothing, single).chapters).toEqual([]);
    expect(drawn(at('story', nothing, single))).toEqual(['event-001']);
  });

  it('have a head of their own if they do not start with a prompt', () => {
    const before = indexSession(
      sessionFromText('0:00 Read(a.ts) 1s\n0:05 assistant: Hm.\n0:10 user: Go\n0:11 Read(a.ts) 1s'),
    );
    expect(drawn(at('steps', nothing, before))).toEqual(['chapter', 'tool-001', 'event-001', 'event-002', 'tool-002']);
    expect(drawn(at('story', nothing, before))).toEqual(['chapter', 'event-001', 'event-002']);
  });
});
