import { describe, expect, it } from 'vitest';
import { createTurnLog, type TurnLog } from '../../../src/adapters/codex-rollout/thread.ts';

const verdictAfter = (play: (turns: TurnLog) => void) => {
  const turns = createTurnLog();
  play(turns);
  return turns.verdict();
};

describe('createTurnLog', () => {
  it('returns nothing for a thread without turns', () => {
    expect(verdictAfter(() => undefined)).toEqual({});
  });

  it('trusts the marks of a turn', () => {
    expect(verdictAfter((turns) => turns.start())).toEqual({ status: 'in_progress' });
    expect(verdictAfter((turns) => [turns.start(), turns.reply()])).toEqual({ status: 'in_progress' });
    expect(verdictAfter((turns) => [turns.start(), turns.complete(false)])).toEqual({ status: 'success' });
    expect(verdictAfter((turns) => [turns.start(), turns.complete(true)])).toMatchObject({ status: 'failed' });
  });

  it('infers turns that are not marked', () => {
    expect(verdictAfter((turns) => [turns.prompt(1), turns.reply()])).toEqual({
      status: 'success',
      inferred: ['status'],
    });
    expect(verdictAfter((turns) => [turns.prompt(1), turns.reply(), turns.work()])).toEqual({
      status: 'in_progress',
      inferred: ['status'],
    });
  });

  it('says why a turn was stopped', () => {
    const stopped = (reason: string) => verdictAfter((turns) => [turns.prompt(1), turns.abort(reason)]);
    expect(stopped('interrupted')).toEqual({ status: 'failed', outcome: 'interrupted' });
    expect(stopped('budget_limited')).toEqual({ status: 'failed', outcome: 'cancelled' });
    expect(stopped('review_ended')).toEqual({ status: 'success' });
  });

  it('returns the position at which the retracted turns began', () => {
    const turns = createTurnLog();
    for (const seq of [3, 10, 20]) turns.prompt(seq);
    expect(turns.rollBack(2)).toBe(10);
    expect(turns.rollBack(0)).toBeUndefined();
    expect(turns.rollBack(9)).toBe(3);
    expect(turns.rollBack(1)).toBeUndefined();
  });
});
