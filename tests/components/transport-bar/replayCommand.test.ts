import { expect, test } from 'vitest';
import { commandOfKey } from '../../../src/components/shared/keyTable.ts';
import {
  commandOf,
  type PlayCommand,
  playKeys,
  runCommand,
} from '../../../src/components/transport-bar/replayCommand.ts';
import { createManualClock, createReplay, type Replay } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const session = sessionFromText(`
  0:00 user: Go
  0:10 Read(a.ts) 1s: ok
  0:20 Bash(make) 2s failed: no
  0:30 user: Again
  0:40 Bash(make) 10s: ok
`);

/** A replay that plays from its start, after keys. */
function after(...keys: string[]): Replay {
  const replay = createReplay(session, { clock: createManualClock() });
  replay.play();
  for (const key of keys) {
    const command = commandOf({ key, shiftKey: false });
    if (command === undefined || command.do === 'help' || command.do === 'lanes')
      throw new Error(`${key} moves nothing`);
    runCommand(replay, command as PlayCommand);
  }
  return replay;
}

test.each([
  [['>'], 2],
  [['>', '>', '<'], 2],
  [['<', '<'], 0.5],
  [['>', '>', '>', '>', '>', '>', '>'], 32],
])('the key %j sets the rate to %d, as in video and terminal players', (keys, rate) => {
  expect(after(...keys).getState().rate).toBe(rate);
});

test.each([
  ['Home', 0],
  ['End', 50_000],
])('the key %s seeks to %d ms', (key, at) => {
  expect(after(key).position().at).toBe(at);
});

test.each(['ArrowRight', 'e', ']', '.', 'p', 'End', 'Home', '>', 'm'])(
  'the key %s does not pause a playing replay',
  (key) => {
    expect(after(key).getState().status).toBe('playing');
  },
);

test('digits choose levels of reading, or tenths of the session if it has no levels', () => {
  expect(commandOf({ key: '1', shiftKey: false })).toEqual({ do: 'level', level: 'story' });
  expect(commandOf({ key: '4', shiftKey: false })).toEqual({ do: 'level', level: 'conversation' });
  expect(commandOf({ key: '5', shiftKey: false })).toBeUndefined();
  expect(commandOfKey(playKeys, { key: '5', shiftKey: false })).toEqual({ do: 'share', share: 0.5 });
});

test('P switches between playing by content and by the clock', () => {
  expect(after('p').getState().playback).toBe('paced');
  expect(after('p', 'p').getState().playback).toBe('clock');
});

test('Space pauses and resumes', () => {
  expect(after(' ').getState().status).toBe('paused');
  expect(after(' ', ' ').getState().status).toBe('playing');
});

test('going to an error in a folded run unfolds the run', () => {
  const text = '0:00 Task(look) 9s as explorer\n  0:01 Task(deeper) 8s as explorer\n    0:02 Bash(make) 1s failed: no';
  const replay = createReplay(sessionFromText(text), { clock: createManualClock() });
  runCommand(replay, commandOf({ key: 'e', shiftKey: false }) as PlayCommand);
  const { index, position, expanded } = replay.getState();
  expect(index.items[position.item]?.depth).toBe(2);
  expect(expanded.size).toBe(2);
});
