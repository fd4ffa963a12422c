import { describe, expect, it } from 'vitest';
import { indexSession, phaseBlocks, phaseTotals } from '../../src/replay/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

describe('phaseBlocks', () => {
  it('are the stretches of the session’s own items, with their calls, errors and times', () => {
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
      { type: 'explore', first: 0, last: 1, start: 0, end: 121_000, calls: 1, errors: 1, activeMs: 121_000 },
      { type: 'unclassified', annotation: undefined, first: 3, last: 3, calls: 1, errors: 0, activeMs: 1000 },
      { type: 'execute', first: 4, last: 6, start: 140_000, end: 545_000, calls: 2, errors: 0, activeMs: 6000 },
    ]);
    expect(phaseTotals(index)).toEqual([
      { type: 'explore', blocks: 1, calls: 1, errors: 1, activeMs: 121_000, retries: 0 },
      { type: 'unclassified', blocks: 1, calls: 1, errors: 0, activeMs: 1000, retries: 0 },
      { type: 'execute', blocks: 1, calls: 2, errors: 0, activeMs: 6000, retries: 0 },
    ]);
  });

  it('are none where nothing is annotated', () => {
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

  it('take attempts that were recorded at their word, and say nothing else then', () => {
    const index = indexSession(
      sessionFromText('== verify\n0:00 Bash(test)\n== execute 4\n0:01 Edit(a)\n== plan\n0:02 Read(b)'),
    );
    expect(phaseBlocks(index).map(({ attempt }) => attempt)).toEqual([
      { number: 1, from: 'recorded' },
      { number: 4, from: 'recorded' },
      { number: 1, from: 'recorded' },
    ]);
  });

  it('leave it to automatic annotations to say what is a retry', () => {
    const session = sessionFromText('== verify\n0:00 Bash(test)\n== execute\n0:01 Edit(a)');
    for (const annotation of session.phase_annotations ?? []) annotation.annotated_by = 'auto';
    expect(phaseBlocks(indexSession(session))[1]?.attempt).toEqual({ number: 1, from: 'inferred' });
  });
});
