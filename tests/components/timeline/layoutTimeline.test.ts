import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  correctLayout,
  isComfortable,
  layoutAlike,
  layoutTimeline,
  scrollTopFor,
  sideOf,
} from '../../../src/components/timeline/layoutTimeline.ts';

const heights = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 60 });

test('every pixel belongs to exactly one row', () => {
  fc.assert(
    fc.property(heights, (list) => {
      const layout = layoutTimeline(Float64Array.from(list));
      expect(layout.totalPx).toBe(list.reduce((sum, px) => sum + px, 0));
      for (let row = 0; row < list.length; row += 1) {
        expect(layout.rowAt(layout.top(row))).toBe(row);
        expect(layout.rowAt(layout.top(row) + layout.height(row) - 1)).toBe(row);
      }
      expect(layout.rowAt(-5)).toBe(0);
      expect(layout.rowAt(layout.totalPx + 5)).toBe(list.length - 1);
    }),
  );
});

test('corrected rows are placed as if all heights had been known', () => {
  const corrections = fc.dictionary(fc.nat(59).map(String), fc.integer({ min: 1, max: 900 }));
  fc.assert(
    fc.property(heights, corrections, (list, given) => {
      const measured = new Map(
        Object.entries(given).flatMap(([row, px]) => (Number(row) < list.length ? [[Number(row), px] as const] : [])),
      );
      const corrected = correctLayout(layoutTimeline(Float64Array.from(list)), measured);
      const known = layoutTimeline(Float64Array.from(list, (px, row) => measured.get(row) ?? px));
      expect(corrected.totalPx).toBe(known.totalPx);
      for (let row = -1; row <= list.length; row += 1) expect(corrected.top(row)).toBe(known.top(row));
      for (let row = 0; row < list.length; row += 1) {
        expect(corrected.height(row)).toBe(known.height(row));
        for (const y of [known.top(row) - 1, known.top(row)]) expect(corrected.rowAt(y)).toBe(known.rowAt(y));
      }
      expect(corrected.rowAt(known.totalPx + 5)).toBe(list.length - 1);
    }),
  );
});

test('rows of equal height are placed like rows measured at that height', () => {
  const alike = layoutAlike(7, 28);
  const measured = layoutTimeline(new Float64Array(7).fill(28));
  for (const y of [-1, 0, 27, 28, 100, 195, 196, 4000]) expect(alike.rowAt(y)).toBe(measured.rowAt(y));
  expect(layoutAlike(0, 28).rowAt(0)).toBe(-1);
  expect(layoutTimeline(new Float64Array()).rowAt(0)).toBe(-1);
});

test('a row brought into view is visible, and the view stays inside the list', () => {
  const viewHeight = fc.integer({ min: 50, max: 800 });
  fc.assert(
    fc.property(heights, viewHeight, fc.nat(59), fc.nat(5000), (list, height, at, scrolled) => {
      const layout = layoutTimeline(Float64Array.from(list));
      const row = at % list.length;
      const most = Math.max(0, layout.totalPx - height);
      for (const align of ['nearest', 'start', 'center', 'reading'] as const) {
        const top = scrollTopFor(layout, row, { top: Math.min(scrolled, most), height }, align);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(top).toBeLessThanOrEqual(most);
        expect(sideOf(layout, row, { top, height })).toBe('inside');
      }
    }),
  );
});

test('a fully visible row needs no scrolling', () => {
  const layout = layoutTimeline(new Float64Array(100).fill(28));
  const view = { top: 280, height: 560 };
  expect(scrollTopFor(layout, 15, view, 'nearest')).toBe(280);
  expect(isComfortable(layout, 15, view)).toBe(true);
  expect(isComfortable(layout, 10, view)).toBe(false);
  expect(isComfortable(layout, 0, { top: 0, height: 560 })).toBe(true);
  expect(isComfortable(layout, 99, { top: 2240, height: 560 })).toBe(true);
});
