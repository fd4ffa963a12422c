import { describe, expect, it, vi } from 'vitest';
import { createManualClock, createReplay, type ReplayState } from '../../../src/replay/index.ts';
import { createSelection } from '../../../src/replay/react/useReplay.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const replay = createReplay(sessionFromText('0:00 user: a\n0:09 user: b'), { clock: createManualClock() });
const before = replay.getState();
replay.toEnd();
const after = replay.getState();

const sameLength = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length;
const nothingShown = () => undefined;

describe('createSelection', () => {
  it('runs the selector once for each state', () => {
    const selector = vi.fn((state: ReplayState) => state.position.item);
    const select = createSelection(selector, Object.is, nothingShown);
    expect([select(before), select(before), select(after), select(after)]).toEqual([0, 0, 1, 1]);
    expect(selector).toHaveBeenCalledTimes(2);
  });

  it('returns an equal value as the same object', () => {
    const select = createSelection((state) => [state.position.item], sameLength, nothingShown);
    expect(select(after)).toBe(select(before));
  });

  it('compares with the value on the screen even if the selector is new', () => {
    const shown = [0];
    const select = createSelection(
      (state) => [state.position.item],
      sameLength,
      () => ({ value: shown }),
    );
    expect(select(after)).toBe(shown);
  });
});
