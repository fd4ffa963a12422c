import { describe, expect, it } from 'vitest';
import { createManualClock, createReplay } from '../../../src/replay/index.ts';
import { drivePlayhead } from '../../../src/replay/react/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

function setUp(options: { reducedMotion: boolean }) {
  const clock = createManualClock();
  const replay = createReplay(sessionFromText('0:00 user: a\n0:05 user: b\n0:10 user: c'), { clock });
  const shown: number[] = [];
  const stop = drivePlayhead(replay, {
    show: (progress) => shown.push(progress),
    nextFrame: (callback) => clock.schedule(callback, 1000),
    reducesMotion: () => options.reducedMotion,
  });
  return { clock, replay, shown, stop };
}

describe('drivePlayhead', () => {
  it('shows where the replay is and where it goes', () => {
    const { replay, shown } = setUp({ reducedMotion: false });
    replay.step('item', 'forward');
    expect(shown).toEqual([0, 0.5]);
  });

  it('requests frames only while the replay plays', () => {
    const { clock, replay, shown } = setUp({ reducedMotion: false });
    expect(clock.pending()).toBe(0);
    replay.play();
    clock.advance(3000);
    replay.pause();
    expect(shown).toEqual([0, 0, 0.1, 0.2, 0.3, 0.3]);
    expect(clock.pending()).toBe(0);
  });

  it('jumps from item to item without frames if motion is reduced', () => {
    const { clock, replay, shown } = setUp({ reducedMotion: true });
    replay.play();
    clock.advance(20_000);
    expect(shown.map((progress) => Math.round(progress * 10))).toEqual([0, 0, 5, 10]);
  });

  it('reacts when the reader turns on reduced motion', () => {
    const options = { reducedMotion: false };
    const { clock, replay, shown } = setUp(options);
    replay.play();
    clock.advance(1000);
    options.reducedMotion = true;
    clock.advance(3000);
    expect(shown).toEqual([0, 0, 0.1, 0]);
  });

  it('stops when asked to', () => {
    const { clock, replay, shown, stop } = setUp({ reducedMotion: false });
    replay.play();
    stop();
    const before = [...shown];
    clock.advance(4000);
    replay.pause();
    expect(shown).toEqual(before);
  });
});
