import { expect, test } from 'vitest';
import { seamPath, spanClip, spanPath } from '../../../src/components/transport-bar/Scrubber.tsx';

const spans = [
  { from: 0, to: 0.25 },
  { from: 0.5, to: 1 },
];

test('ranges become rectangles in a unit square', () => {
  expect(spanPath(spans)).toBe('M0 0H0.25V1H0zM0.5 0H1V1H0.5z');
  expect(spanPath([])).toBe('');
});

test('a seam stands at the start of each range, except at the left end', () => {
  expect(seamPath(spans)).toBe('M0.5 0V1');
  expect(seamPath(spans.slice(0, 1))).toBe('');
});

test('a frame around ranges is cut to them, and open between them', () => {
  expect(
    spanClip([
      { from: 0.2, to: 0.4 },
      { from: 0.5, to: 0.6 },
    ]),
  ).toEqual({
    left: '20%',
    right: '40%',
    clipPath: 'polygon(0% 100%,0% 0,50% 0,50% 100%,75% 100%,75% 0,100% 0,100% 100%)',
  });
  expect(spanClip([{ from: 0.5, to: 0.5 }]).clipPath).not.toContain('NaN');
});

test('coordinates are no more precise than a screen', () => {
  expect(spanPath([{ from: 1e-9, to: 1 / 3 }])).toBe('M0 0H0.333333V1H0z');
});
