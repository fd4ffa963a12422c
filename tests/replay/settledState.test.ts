import { beforeEach, expect, test } from 'vitest';
import { createManualClock, createReplay, type ManualClock, type Replay } from '../../src/replay/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

const reads = (count: number): string =>
  Array.from({ length: count }, (_, n) => `0:0${n} Read(tide-${n}.ts)`).join('\n');

let clock: ManualClock;
let replay: Replay;
/** Items at which the settled state has stood, one after the other. */
let seen: number[];

beforeEach(() => {
  clock = createManualClock(500);
  replay = createReplay(sessionFromText(reads(8)), { clock });
  seen = [];
  replay.settled.subscribe(({ position }) => seen.push(position.item));
});

test('the settled state is that of the replay as long as nobody holds the playhead', () => {
  for (const item of [3, 5]) {
    replay.seekToItem(item);
    expect(replay.settled.getState()).toBe(replay.getState());
  }
  expect(seen).toEqual([3, 5]);
  expect(clock.pending()).toBe(0);
});

test('whoever hears of a change finds the settled state changed, too', () => {
  const settled: boolean[] = [];
  replay.subscribe((state) => settled.push(replay.settled.getState() === state));
  replay.seekToItem(3);
  expect(settled).toEqual([true]);
});

test('the settled state follows a held playhead once it rests', () => {
  replay.hold(true);
  for (const item of [1, 2, 3]) {
    replay.seekToItem(item);
    clock.advance(60);
  }
  expect(replay.getState().position.item).toBe(3);
  expect(seen).toEqual([]);
  clock.advance(60);
  expect(seen).toEqual([3]);
  expect(replay.settled.getState()).toBe(replay.getState());
});

test('the settled state follows a held playhead that does not rest now and then', () => {
  replay.hold(true);
  for (let n = 0; n < 45; n += 1) {
    replay.seekToItem(n % 7);
    clock.advance(50);
  }
  expect(seen).toEqual([5, 4]);
});

test('the settled state catches up when the playhead is let go', () => {
  replay.hold(true);
  replay.seekToItem(4);
  replay.hold(false);
  expect(seen).toEqual([4]);
  expect(clock.pending()).toBe(0);
  replay.seekToItem(5);
  expect(seen).toEqual([4, 5]);
});

test('the settled state of a held playhead never belongs to another index', () => {
  replay.hold(true);
  replay.seekToItem(4);
  replay.update(sessionFromText(reads(9)));
  expect(replay.settled.getState().index).toBe(replay.getState().index);
});
