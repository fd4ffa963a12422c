import { describe, expect, it } from 'vitest';
import {
  createManualClock,
  createReplay,
  isRunning,
  type Replay,
  sessionMs,
  shownPosition,
} from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const drawn = '0:00 user: a\n0:01 Bash(make) 9s failed\n0:05 Read(b) 9s\n0:30 user: c';

function setUp() {
  const clock = createManualClock(0);
  const replay = createReplay(sessionFromText(drawn), { clock });
  return { clock, replay };
}

function running(replay: Replay): boolean[] {
  const state = replay.getState();
  return [1, 2].map((item) => isRunning(state.index, item, shownPosition(state)));
}

describe('shownPosition', () => {
  it('counts the call at which a paused replay stands as over', () => {
    const { replay } = setUp();
    replay.step('error', 'forward');
    expect(running(replay)).toEqual([false, false]);
    replay.step('call', 'forward');
    expect(running(replay)).toEqual([true, false]);
  });

  it('lets a call take its time during playback, and when a moment inside it was sought', () => {
    const { clock, replay } = setUp();
    replay.step('error', 'forward');
    replay.play();
    expect(running(replay)).toEqual([true, false]);
    clock.advance(1500);
    replay.pause();
    expect(running(replay)).toEqual([true, false]);
    replay.seek(sessionMs(11_000));
    expect(running(replay)).toEqual([false, true]);
  });

  it('returns the same object for the same position', () => {
    const { replay } = setUp();
    replay.step('error', 'forward');
    const shown = shownPosition(replay.getState());
    replay.select('tool-001');
    expect(shownPosition(replay.getState())).toBe(shown);
  });
});
