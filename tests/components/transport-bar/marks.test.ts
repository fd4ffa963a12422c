import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  layoutMarkers,
  layoutTrack,
  markNear,
  shareAfterKey,
  type TrackMark,
  thinMarks,
} from '../../../src/components/transport-bar/layoutTrack.ts';
import { indexSession } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const index = indexSession(
  sessionFromText(`
  == explore
  0:00 user: Find the lost hour
  0:10 Read(a.ts) 1s: ok
  == execute
  9:40 Edit(b.ts) 1s failed: no
  9:50 Bash(ls) 1s: ok
`),
);
const axis = index.axes.squeezed;

test('phases fill the bar without gaps or overlaps', () => {
  const { phases, gaps } = layoutTrack(index, axis);
  expect(phases.map(({ type }) => type)).toEqual(['explore', 'execute']);
  expect(phases[0]?.from).toBe(0);
  expect(phases[0]?.to).toBe(phases[1]?.from);
  expect(phases[1]?.to).toBe(1);
  expect(gaps).toHaveLength(1);
  expect(layoutTrack(index, index.axes.full).gaps).toHaveLength(0);
});

test('marks stand at the positions of their items, with errors on top', () => {
  const marks = layoutMarkers(index, axis);
  expect(marks.map(({ is }) => is)).toEqual(['prompt', 'error']);
  expect(marks[0]?.at).toBe(0);
  const [error] = marks.filter(({ is }) => is === 'error');
  expect(index.items[error?.item ?? -1]?.id).toBe('tool-002');
});

test('marks too close to be distinguished merge, and the pointer finds the nearest within reach', () => {
  const mark = fc.record({
    is: fc.constantFrom('error' as const, 'prompt' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    item: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(mark), fc.double({ min: 0.001, max: 0.2, noNaN: true }), (list, closest) => {
      const marks = [...list].sort((a, b) => a.at - b.at);
      const thin = thinMarks(marks, closest);
      for (const is of ['error', 'prompt'] as const) {
        const places = thin.filter((each) => each.is === is).map(({ at }) => at);
        for (let n = 1; n < places.length; n += 1) {
          expect((places[n] as number) - (places[n - 1] as number)).toBeGreaterThanOrEqual(closest);
        }
        expect(places.length > 0).toBe(marks.some((each) => each.is === is));
      }
    }),
  );
  const marks: TrackMark[] = [
    { is: 'error', at: 0.5, item: 1 },
    { is: 'prompt', at: 0.52, item: 2 },
  ];
  expect(markNear(marks, 0.515, 0.01)?.item).toBe(2);
  expect(markNear(marks, 0.6, 0.01)).toBeUndefined();
  // What went wrong is not covered by a prompt beside it, in whichever order they come.
  const beside = [
    { is: 'prompt', at: 0.5, item: 1 },
    { is: 'error', at: 0.505, item: 2 },
  ] as const;
  expect(markNear(beside, 0.5, 0.01)?.item).toBe(2);
  expect(markNear(beside.toReversed(), 0.5, 0.01)?.item).toBe(2);
  expect(markNear(beside, 0.492, 0.01)?.item).toBe(1);
});

test('keys of the slider stay inside the bar', () => {
  expect(shareAfterKey('ArrowLeft', 0)).toBe(0);
  expect(shareAfterKey('PageUp', 0.95)).toBe(1);
  expect(shareAfterKey('End', 0.3)).toBe(1);
  expect(shareAfterKey('a', 0.3)).toBeUndefined();
});
