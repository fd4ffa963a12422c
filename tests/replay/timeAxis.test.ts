import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTimeAxis, playbackMs, sessionMs, wallTimeMs } from '../../src/replay/timeAxis.ts';

interface Range {
  busyMs: number;
  idleMs: number;
}

/** An axis on which busy and idle stretches take turns; gaps take `squeezedMs`, never longer than they are. */
function axisOf(ranges: readonly Range[], squeezedMs: number) {
  let end = 0;
  const gaps = ranges.map(({ busyMs, idleMs }) => {
    const start = end + busyMs;
    end = start + idleMs;
    return { start: sessionMs(start), end: sessionMs(end), squeezedMs: Math.min(squeezedMs, idleMs) };
  });
  return createTimeAxis({ origin: wallTimeMs(1_700_000_000_000), duration: sessionMs(end + 1000), gaps });
}

const ranges = fc.array(
  fc.record({ busyMs: fc.integer({ min: 1, max: 100_000 }), idleMs: fc.integer({ min: 60_001, max: 90_000_000 }) }),
  { maxLength: 8 },
);
/** A day in less than a second would leave a moment too few digits to lead back by. */
const squeezed = fc.integer({ min: 1000, max: 60_000 });
const moment = fc.integer({ min: -100_000, max: 900_000_000 });

describe('createTimeAxis', () => {
  it('converts times back and forth without change, even beyond the ends', () => {
    fc.assert(
      fc.property(ranges, squeezed, moment, (parts, squeezedMs, at) => {
        const axis = axisOf(parts, squeezedMs);
        expect(axis.fromPlayback(axis.toPlayback(sessionMs(at)))).toBeCloseTo(at, 3);
        expect(axis.toPlayback(axis.fromPlayback(playbackMs(at)))).toBeCloseTo(at, 3);
        expect(axis.fromWall(axis.toWall(sessionMs(at)))).toBe(at);
      }),
    );
  });

  it('never goes backwards, even if gaps take no time', () => {
    fc.assert(
      fc.property(ranges, fc.nat({ max: 60_000 }), moment, moment, (parts, squeezedMs, a, b) => {
        const axis = axisOf(parts, squeezedMs);
        const [early, late] = [Math.min(a, b), Math.max(a, b)];
        expect(axis.toPlayback(sessionMs(early))).toBeLessThanOrEqual(axis.toPlayback(sessionMs(late)) + 1e-6);
        expect(axis.fromPlayback(playbackMs(early))).toBeLessThanOrEqual(axis.fromPlayback(playbackMs(late)) + 1e-6);
      }),
    );
  });

  it('squeezes each gap to its length, and nothing else', () => {
    const axis = axisOf(
      [
        { busyMs: 5000, idleMs: 600_000 },
        { busyMs: 2000, idleMs: 90_000 },
      ],
      15_000,
    );
    expect(axis.playbackDuration).toBe(5000 + 15_000 + 2000 + 15_000 + 1000);
    expect(axis.toPlayback(sessionMs(5000))).toBe(5000);
    expect(axis.toPlayback(sessionMs(305_000))).toBe(12_500);
    expect(axis.toPlayback(sessionMs(605_000))).toBe(20_000);
    expect(axis.toPlayback(sessionMs(606_000))).toBe(21_000);
  });

  it('goes past a gap that takes no time', () => {
    const axis = axisOf([{ busyMs: 5000, idleMs: 600_000 }], 0);
    expect(axis.fromPlayback(playbackMs(4999))).toBe(4999);
    expect(axis.fromPlayback(playbackMs(5000))).toBe(605_000);
  });

  it('equals session time without gaps', () => {
    const axis = axisOf([], 15_000);
    expect(axis.toPlayback(sessionMs(123))).toBe(123);
    expect(axis.playbackDuration).toBe(axis.duration);
  });
});
