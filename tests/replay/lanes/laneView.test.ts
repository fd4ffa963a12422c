import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clampView, isWhole, panView, revealInView, wholeView, zoomView } from '../../../src/replay/lanes/laneView.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const world = fc.record({ total: number(1, 1e8), least: number(0.5, 1e4), a: number(0, 1), b: number(0, 1) });

test('keeps the offset under the pointer in place when zooming, within the session', () => {
  expect(zoomView({ from: 100, to: 200 }, 2, 125, { total: 1000, least: 1 })).toEqual({ from: 112.5, to: 162.5 });
  expect(zoomView({ from: 0, to: 100 }, 0.5, 50, { total: 1000, least: 1 })).toEqual({ from: 0, to: 200 });
});

test('stays inside the session and above its shortest length', () => {
  fc.assert(
    fc.property(world, number(0.01, 100), number(-3, 3), ({ total, least, a, b }, factor, share) => {
      const bounds = { total, least };
      const view = clampView({ from: Math.min(a, b) * total, to: Math.max(a, b) * total }, bounds);
      const [from, to] = [Math.min(a, b) * total, Math.max(a, b) * total];
      const moved = [
        view,
        zoomView(view, factor, a * total, bounds),
        panView(view, share, bounds),
        revealInView(view, from, to, bounds),
      ];
      for (const next of moved) {
        const slack = total * 1e-9;
        expect(next.from).toBeGreaterThanOrEqual(-slack);
        expect(next.to).toBeLessThanOrEqual(total + slack);
        expect(next.to - next.from).toBeGreaterThanOrEqual(Math.min(least, total) - slack);
      }
    }),
  );
});

test('makes a range visible, or its start if it does not fit', () => {
  fc.assert(
    fc.property(world, number(0, 1), number(0, 1), ({ total, least, a, b }, c, d) => {
      const bounds = { total, least };
      const view = clampView({ from: Math.min(a, b) * total, to: Math.max(a, b) * total }, bounds);
      const [from, to] = [Math.min(c, d) * total, Math.max(c, d) * total];
      const next = revealInView(view, from, to, bounds);
      const slack = total * 1e-9;
      expect(next.from).toBeLessThanOrEqual(from + slack);
      expect(next.to).toBeGreaterThanOrEqual(Math.min(to, from) - slack);
      if (to - from <= view.to - view.from) expect(next.to).toBeGreaterThanOrEqual(to - slack);
    }),
  );
});

test('pans by fractions of the view and stops at the ends', () => {
  const bounds = { total: 1000, least: 1 };
  expect(panView({ from: 100, to: 200 }, 0.5, bounds)).toEqual({ from: 150, to: 250 });
  expect(panView({ from: 850, to: 950 }, 2, bounds)).toEqual({ from: 900, to: 1000 });
  expect(isWhole(wholeView(bounds), bounds)).toBe(true);
  expect(isWhole({ from: 0, to: 999 }, bounds)).toBe(false);
});
