import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLaneScale } from '../../../src/components/timeline-lanes/laneStage.ts';

test('mapping to pixels and back gives the same offset, at any zoom', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e9, noNaN: true }),
      fc.double({ min: 1, max: 1e9, noNaN: true }),
      fc.integer({ min: 40, max: 4000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (from, span, widthPx, share) => {
        const scale = createLaneScale({ from, to: from + span }, widthPx);
        const place = from + share * span;
        expect(Math.abs(scale.offset(scale.x(place)) - place)).toBeLessThan(span * 1e-6 + 1e-6);
        expect(scale.x(from + span) - scale.x(from)).toBeCloseTo(scale.pxPer * span, 3);
      },
    ),
  );
});

test('both ends have room beside them', () => {
  const { x } = createLaneScale({ from: 100, to: 200 }, 416);
  expect([x(100), x(150), x(200)]).toEqual([8, 208, 408]);
});
