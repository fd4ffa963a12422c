import { expect, test } from 'vitest';
import { alignSessions } from '../../../src/replay/compare/alignSteps.ts';
import { linkReplays } from '../../../src/replay/compare/linkReplays.ts';
import { createManualClock, createReplay, indexSession, type Replay, sessionMs } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const left = indexSession(
  sessionFromText(`
    0:00 user: Fix it
    0:02 Read(src/a.ts) 100ms
    0:04 Read(src/only.ts) 100ms
    0:06 Bash(pnpm test) 1s`),
);
const right = indexSession(
  sessionFromText(`
    0:00 user: Fix it
    0:20 Read(src/a.ts) 100ms
    0:40 Bash(pnpm test) 1s
    0:50 Bash(git push) 1s`),
);

function linked(): { a: Replay; b: Replay; clock: ReturnType<typeof createManualClock>; unlink: () => void } {
  const clock = createManualClock();
  const [a, b] = [createReplay(left, { clock }), createReplay(right, { clock })];
  return { a, b, clock, unlink: linkReplays(a, b, alignSessions(left, right)) };
}
const at = (...replays: Replay[]): number[] => replays.map((replay) => replay.getState().position.item);

test('moves either replay with the other', () => {
  const { a, b } = linked();
  a.seekToItem(1);
  expect(at(a, b)).toEqual([1, 1]);
  b.seekToItem(2);
  expect(at(a, b)).toEqual([3, 2]);
});

test('uses the last pair before an item that only one side has', () => {
  const { a, b } = linked();
  a.seekToItem(2);
  expect(at(a, b)).toEqual([2, 1]);
});

test('moves one replay while the other plays, without playing it', () => {
  const { a, b, clock } = linked();
  a.play();
  clock.advance(2500);
  expect(at(a, b)).toEqual([1, 1]);
  expect([a.getState().status, b.getState().status]).toEqual(['playing', 'paused']);
  b.play();
  expect([a.getState().status, b.getState().status]).toEqual(['paused', 'playing']);
});

test('moves the playing replay when the other one seeks, and lets it play on', () => {
  const { a, b } = linked();
  a.play();
  b.seekToItem(2);
  expect(at(a, b)).toEqual([3, 2]);
  expect(a.getState().status).toBe('playing');
});

test('ends both replays together', () => {
  const { a, b } = linked();
  a.toEnd();
  expect(at(a, b)).toEqual([3, 3]);
  expect([a.getState().status, b.getState().status]).toEqual(['ended', 'ended']);
});

test('goes to the start for items before the first pair', () => {
  const { a, b } = linked();
  a.toEnd();
  b.seek(sessionMs(0));
  expect(at(a, b)).toEqual([0, 0]);
});

test('lets each replay move alone after unlinking', () => {
  const { a, b, unlink } = linked();
  unlink();
  a.toEnd();
  expect(at(b)).toEqual([0]);
});

test('keeps sessions linked item by item that have grown since they were compared', () => {
  const { a, b } = linked();
  const before = right.session;
  const [first] = before.tool_calls;
  if (first === undefined) throw new Error('no calls');
  // It came in late, and stands above everything.
  const late = { ...first, call_id: 'late', seq: -1 };
  b.update({ ...before, tool_calls: [late, ...before.tool_calls] });
  a.seekToItem(3);
  const { index, position } = b.getState();
  expect(index.items[position.item]?.id).toBe(right.items[2]?.id);
  b.seekToItem(index.itemById(right.items[1]?.id ?? '')?.index ?? -1);
  expect(at(a)).toEqual([1]);
});
