import { describe, expect, it } from 'vitest';
import { countsAt, endOf, indexSession, positionOf } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

describe('countsAt', () => {
  const index = indexSession(
    sessionFromText('0:00 user: a\n0:01 Task(b) 9s\n  0:02 Read(c) failed\n0:10 assistant: d\n0:11 Read(e) denied'),
  );

  it('counts calls, errors and messages so far, in all runs or in one', () => {
    expect(countsAt(index, positionOf(index, 2))).toEqual({
      call: 2,
      message: 1,
      error: 1,
      prompt: 1,
      phase: 0,
      compaction: 0,
    });
    expect(countsAt(index, endOf(index), 0)).toMatchObject({ call: 2, message: 2, error: 1 });
    expect(countsAt(index, endOf(index), 1)).toMatchObject({ call: 1, message: 0, error: 1 });
  });

  it('is zero for a run that does not exist', () => {
    expect(countsAt(index, endOf(index), 9).call).toBe(0);
  });
});
