import { describe, expect, it } from 'vitest';
import {
  endOf,
  indexSession,
  positionAt,
  positionOf,
  progressAt,
  sessionMs,
  startOf,
} from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

function indexOf(text: string) {
  return indexSession(sessionFromText(text));
}

describe('progressAt', () => {
  it('is the share of the playback that lies behind the position', () => {
    const index = indexOf('0:00 user: a\n0:45 user: b\n10:45 user: c');
    const at = positionAt(index, sessionMs(45_000));
    expect(progressAt(index, index.axes.squeezed, at)).toBe(0.75);
    expect(progressAt(index, index.axes.full, at)).toBeCloseTo(45 / 645);
    expect(progressAt(index, index.axes.squeezed, startOf(index))).toBe(0);
    expect(progressAt(index, index.axes.squeezed, endOf(index))).toBe(1);
  });

  it('is the share of items if all share one moment', () => {
    const index = indexOf('0:00 user: a\n0:00 user: b\n0:00 user: c');
    expect([0, 1, 2].map((item) => progressAt(index, index.axes.full, positionOf(index, item)))).toEqual([0, 0.5, 1]);
  });

  it('is defined for one item and for no item', () => {
    const one = indexOf('0:00 user: a');
    expect(progressAt(one, one.axes.full, startOf(one))).toBe(1);
    const none = indexOf('');
    expect(progressAt(none, none.axes.full, startOf(none))).toBe(0);
  });
});
