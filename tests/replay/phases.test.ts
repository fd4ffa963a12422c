import { describe, expect, it } from 'vitest';
import { rowId } from '../../src/components/timeline/rowFacts.ts';
import { timelineRows } from '../../src/components/timeline/timelineRows.ts';
import { indexSession, noFilters, phaseBlocks, phaseTotals } from '../../src/replay/index.ts';
import { parseSession, type Session } from '../../src/session/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

describe('phaseBlocks', () => {
  it('are ranges of the session’s own items, with their calls, failures and times', () => {
    const index = indexSession(
      sessionFromText(`
        == explore
        0:00 user: go
        0:01 Task(look) 2m failed
          0:02 Read(a.ts) failed
        == none
        2:10 Bash(ls) 1s
        == execute
        2:20 Edit(a.ts) 1s
        9:00 Edit(b.ts) 5s
        9:05 assistant: done
      `),
    );
    expect(phaseBlocks(index)).toMatchObject([
      { type: 'explore', first: 0, last: 1, start: 0, end: 121_000, calls: 1, failed: 1, activeMs: 121_000 },
      { type: 'unclassified', annotation: undefined, first: 3, last: 3, calls: 1, failed: 0, activeMs: 1000 },
      { type: 'execute', first: 4, last: 6, start: 140_000, end: 545_000, calls: 2, failed: 0, activeMs: 6000 },
    ]);
    expect(phaseTotals(index)).toEqual([
      { type: 'explore', blocks: 1, calls: 1, failed: 1, activeMs: 121_000, retries: 0 },
      { type: 'unclassified', blocks: 1, calls: 1, failed: 0, activeMs: 1000, retries: 0 },
      { type: 'execute', blocks: 1, calls: 2, failed: 0, activeMs: 6000, retries: 0 },
    ]);
  });

  it('include v2’s phases without calls, in order, with their decisions', () => {
    const phase = (phase_id: string, phase_type: string, tool_call_ids: string[], more: object = {}) => ({
      ...{ phase_id, phase_type, tool_call_ids, status: 'success', input: {}, output: {}, decisions: [], ...more },
    });
    const call = (call_id: string, tool_name: string) => ({ call_id, tool_name, input: { params: {} }, output: {} });
    const decision = { decision_id: 'd1', type: 'approach', description: 'Filter by tag' };
    const { session } = parseSession({
      session_id: 's',
      task_title: 't',
      user_prompt: 'Add a filter',
      tool_calls: [call('tool-001', 'Read'), call('tool-002', 'Edit')],
      phases: [
        phase('p1', 'understand', [], { decisions: [decision] }),
        phase('p2', 'explore', ['tool-001']),
        phase('p3', 'plan', []),
        phase('p4', 'execute', ['tool-002']),
        phase('p5', 'verify', []),
      ],
    });
    const index = indexSession(session as Session);
    const blocks = phaseBlocks(index);
    expect(blocks.map(({ type, empty, calls, first, last }) => [type, empty, calls, first, last])).toEqual([
      ['understand', 'before', 0, 0, -1],
      ['explore', undefined, 1, 0, 1],
      ['plan', 'before', 0, 2, 1],
      ['execute', undefined, 1, 2, 2],
      ['verify', 'after', 0, 2, 1],
    ]);
    expect(blocks[0]?.annotation?.decisions).toEqual([decision]);
    expect(phaseTotals(index).map(({ type, blocks: n }) => [type, n])).toEqual(
      ['understand', 'explore', 'plan', 'execute', 'verify'].map((type) => [type, 1]),
    );
    const rows = timelineRows(index, noFilters, new Set());
    const drawn = Array.from({ length: rows.count }, (_, row) =>
      rows.kind(row) === 'phase' ? blocks[rows.ref(row)]?.type : index.items[rows.ref(row)]?.id,
    );
    expect(drawn).toEqual(['prompt', 'understand', 'explore', 'tool-001', 'plan', 'execute', 'tool-002', 'verify']);
    expect(new Set(Array.from({ length: rows.count }, (_, row) => rowId(rows, row))).size).toBe(rows.count);
  });

  it('stand after everything that was said in a session without calls', () => {
    const phases = [{ phase_type: 'understand', tool_call_ids: [] }];
    const { session } = parseSession({ session_id: 's', user_prompt: 'Why?', tool_calls: [], phases });
    const index = indexSession(session as Session);
    expect(phaseBlocks(index)).toMatchObject([{ type: 'understand', empty: 'after' }]);
    expect(timelineRows(index, noFilters, new Set()).count).toBe(2);
  });

  it('are empty without annotations', () => {
    const index = indexSession(sessionFromText('0:00 Read(a)'));
    expect(phaseBlocks(index)).toEqual([]);
    expect(phaseTotals(index)).toEqual([]);
  });

  it('count each return to an earlier stage as another attempt, until the next prompt', () => {
    const index = indexSession(
      sessionFromText(`
        0:00 user: go
        == plan
        0:01 ExitPlanMode()
        == execute
        0:02 Edit(a)
        == verify
        0:03 Bash(test)
        == explore
        0:04 Read(b)
        == execute
        0:05 Edit(a)
        == verify
        0:06 Bash(test)
        == plan
        0:07 ExitPlanMode()
        == none
        0:08 user: and now that
        == execute
        0:09 Edit(b)
      `),
    );
    expect(phaseBlocks(index).map(({ type, attempt }) => `${type} ${attempt.number} ${attempt.from}`)).toEqual([
      'plan 1 inferred',
      'execute 1 inferred',
      'verify 1 inferred',
      'explore 1 inferred',
      'execute 2 inferred',
      'verify 2 inferred',
      'plan 3 inferred',
      'execute 1 inferred',
    ]);
    expect(phaseTotals(index).map(({ type, retries }) => `${type} ${retries}`)).toEqual([
      'plan 1',
      'execute 1',
      'verify 1',
      'explore 0',
    ]);
  });

  it('use recorded attempts, and infer none beside them', () => {
    const index = indexSession(
      sessionFromText('== verify\n0:00 Bash(test)\n== execute 4\n0:01 Edit(a)\n== plan\n0:02 Read(b)'),
    );
    expect(phaseBlocks(index).map(({ attempt }) => attempt)).toEqual([
      { number: 1, from: 'recorded' },
      { number: 4, from: 'recorded' },
      { number: 1, from: 'recorded' },
    ]);
  });

  it('infer no retries in automatic annotations', () => {
    const session = sessionFromText('== verify\n0:00 Bash(test)\n== execute\n0:01 Edit(a)');
    for (const annotation of session.phase_annotations ?? []) annotation.annotated_by = 'auto';
    expect(phaseBlocks(indexSession(session))[1]?.attempt).toEqual({ number: 1, from: 'inferred' });
  });
});

it('count neither denied calls nor errors of the model’s API as failed', () => {
  const [block] = phaseBlocks(
    indexSession(
      sessionFromText(`
      == execute
      0:00 Edit(a.ts) 1s denied: no
      0:02 notice(api_error): overloaded
      0:03 Bash(make) 1s failed: no rule
      0:05 Edit(a.ts) 1s
    `),
    ),
  );
  expect(block).toMatchObject({ calls: 3, failed: 1 });
});
