import { expect, test } from 'vitest';
import { bigSession } from '../../benchmarks/bigSession.ts';
import {
  createManualClock,
  createReplay,
  indexSession,
  indexSteps,
  type SessionIndex,
} from '../../src/replay/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

function indexByStep(session: Parameters<typeof indexSteps>[0]): { index: SessionIndex; rests: number } {
  const steps = indexSteps(session);
  for (let rests = 0; ; rests += 1) {
    const { done, value } = steps.next();
    if (done === true) return { index: value, rests };
  }
}

test('gives the same index step by step as at once', () => {
  const session = bigSession(3000);
  const { index } = indexByStep(session);
  const whole = indexSession(session);
  expect(index.items.map(({ id, run }) => [id, run])).toEqual(whole.items.map(({ id, run }) => [id, run]));
  expect(index.starts).toEqual(whole.starts);
  expect(index.ends).toEqual(whole.ends);
  expect(index.phaseOf).toEqual(whole.phaseOf);
  expect(index.outline).toEqual(whole.outline);
});

test('pauses more often for a longer session', () => {
  expect(indexByStep(bigSession(40_000)).rests).toBeGreaterThan(indexByStep(bigSession(10_000)).rests + 4);
});

test('accepts an index in place of its session, also for a grown one', () => {
  const begun = sessionFromText('0:00 Read(a.ts) 2s');
  const grown = sessionFromText('0:00 Read(a.ts) 2s\n0:10 Edit(a.ts) 1s');
  const index = indexSession(begun);
  const replay = createReplay(index, { clock: createManualClock(0), at: 'end', follow: true });
  expect(replay.getState().index).toBe(index);
  const next = indexSession(grown);
  replay.update(next);
  expect(replay.getState().index).toBe(next);
  expect(replay.getState().position.item).toBe(1);
});

test('is not fooled by a session that resembles an index', () => {
  const session = { ...sessionFromText('0:00 Read(a.ts) 2s'), itemById: 'x', axes: {}, outline: [] };
  expect(createReplay(session, { clock: createManualClock(0) }).getState().index.items).toHaveLength(1);
});
