import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLaneScale } from '../../../src/components/timeline-lanes/laneStage.ts';
import { followTouches } from '../../../src/components/timeline-lanes/useLanePointer.ts';

const widthPx = 800;
const view = { from: 1000, to: 5000 };
const before = createLaneScale(view, widthPx);
const px = fc.integer({ min: 10, max: 790 });

test('the offset under one finger follows it, and the scale stays', () => {
  fc.assert(
    fc.property(px, px, (from, to) => {
      const moved = followTouches(view, widthPx, [from], [to]);
      expect(moved.to - moved.from).toBeCloseTo(4000, 6);
      expect(createLaneScale(moved, widthPx).offset(to)).toBeCloseTo(before.offset(from), 6);
    }),
  );
});

test('the offsets under two fingers stay under both', () => {
  fc.assert(
    fc.property(px, fc.integer({ min: 5, max: 400 }), px, fc.integer({ min: 5, max: 400 }), (a, apart, b, spread) => {
      const moved = createLaneScale(followTouches(view, widthPx, [a, a + apart], [b, b + spread]), widthPx);
      expect(moved.offset(b)).toBeCloseTo(before.offset(a), 4);
      expect(moved.offset(b + spread)).toBeCloseTo(before.offset(a + apart), 4);
    }),
  );
});

test('two fingers in one place only pan', () => {
  const moved = followTouches(view, widthPx, [100, 100], [150, 150]);
  expect(moved.to - moved.from).toBeCloseTo(4000, 6);
});
