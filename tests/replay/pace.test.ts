import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/replay/clock.ts';
import { createReplay } from '../../src/replay/createReplay.ts';
import { indexSession } from '../../src/replay/indexSession.ts';
import { paceOf } from '../../src/replay/pace.ts';
import { comparePositions, endOf, positionOf } from '../../src/replay/position.ts';
import { isRunning, shownItem } from '../../src/replay/selectors.ts';
import type { SessionIndex } from '../../src/replay/sessionIndex.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';
import { arbitrarySession } from './arbitrarySession.ts';

const draw = (text: string): SessionIndex => indexSession(sessionFromText(text));

const index = draw(`
  0:00 user: Fix it
  0:01 Read(a.ts) 1s
  0:03 thinking: Hm
  1:00 Grep(x) 1s
  9:00 Edit(a.ts) 1s
  9:01 Task(look) 30s as explorer
    9:02 Read(b.ts) 1s
    9:09 Read(c.ts) 1s
  9:40 Bash(pnpm test) 20m failed: no
  50:00 assistant: Done.
`);

describe('the pace of a session', () => {
  it('shows each kind of beat for its own time', () => {
    const { beats, durationMs } = paceOf(index);
    expect(beats.map(({ kind, items }) => `${kind} ${items.length}`)).toEqual([
      'prompt 1',
      'looks 2',
      'change 1',
      'other 1',
      'failure 1',
      'answer 1',
    ]);
    expect(durationMs).toBe(3000 + 1000 + 2000 + 2000 + 3000 + 3000);
  });

  it('reaches every item, in order, and the end last', () => {
    const pace = paceOf(index);
    const times = index.items.map((_, item) => pace.timeOf(positionOf(index, item)));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(pace.timeOf(endOf(index))).toBe(pace.durationMs);
    expect(pace.positionAt(pace.durationMs)).toEqual(endOf(index));
  });

  it('takes three minutes at most', () => {
    const many = Array.from({ length: 500 }, (_, n) => `${n}:00 user: And ${n}`).join('\n');
    expect(paceOf(draw(many)).durationMs).toBe(180_000);
  });

  it('is empty for a session without items', () => {
    const empty = draw('');
    expect(paceOf(empty).durationMs).toBe(0);
    expect(paceOf(empty).positionAt(0)).toEqual(endOf(empty));
  });

  it('lets a call be over while it is shown, so that its outcome is seen', () => {
    const pace = paceOf(index);
    const edit = index.itemById('tool-003')?.index ?? -1;
    const from = pace.timeOf(positionOf(index, edit));
    const runningAt = (ms: number): boolean => isRunning(index, edit, pace.positionAt(ms));
    expect([runningAt(from), runningAt(from + 799), runningAt(from + 801)]).toEqual([true, true, false]);
    expect(pace.positionAt(from + 1900).item).toBe(edit);
    expect(pace.nextChange(from)).toBeCloseTo(from + 800);
    expect(pace.nextChange(from + 801)).toBeCloseTo(from + 2000);
  });

  it('maps each time to a position and back', () => {
    fc.assert(
      fc.property(arbitrarySession, fc.double({ min: 0, max: 1, noNaN: true }), (session, share) => {
        const some = indexSession(session);
        const pace = paceOf(some);
        const ms = share * pace.durationMs;
        const position = pace.positionAt(ms);
        const later = pace.positionAt(Math.min(pace.durationMs, ms + 100));
        expect(comparePositions(position, later)).toBeLessThanOrEqual(0);
        expect(pace.timeOf(position)).toBeLessThanOrEqual(pace.durationMs);
        expect(pace.nextChange(ms)).toBeGreaterThanOrEqual(Math.min(ms, pace.durationMs));
      }),
    );
  });
});

describe('a replay that goes by what the session holds', () => {
  it('says when the call being shown is over', () => {
    const clock = createManualClock();
    const replay = createReplay(index, { clock, playback: 'paced' });
    const edit = index.itemById('tool-003')?.index ?? -1;
    const isEditRunning = (): boolean => isRunning(index, edit, replay.getState().position);
    replay.play();
    clock.advance(4100);
    expect(replay.getState().position.item).toBe(edit);
    expect(isEditRunning()).toBe(true);
    clock.advance(800);
    expect(replay.getState().position.item).toBe(edit);
    expect(isEditRunning()).toBe(false);
    clock.advance(1200);
    expect(replay.getState().position.item).toBeGreaterThan(edit);
  });

  it('ends at the last item, however long calls took', () => {
    const clock = createManualClock();
    const replay = createReplay(index, { clock, rate: 4, playback: 'paced' });
    expect(replay.getState().rate).toBe(1);
    replay.play();
    clock.advance(3100);
    expect(replay.position().item).toBe(1);
    clock.advance(7800);
    expect(replay.getState().status).toBe('playing');
    clock.advance(200);
    expect(replay.getState().status).toBe('ended');
    replay.setPlayback('clock');
    expect(replay.getState().rate).toBe(4);
  });

  it('continues from where it is sought, and keeps its position when the playback changes', () => {
    const clock = createManualClock();
    const replay = createReplay(index, { clock, playback: 'paced' });
    replay.play();
    replay.seekToItem(4);
    clock.advance(1000);
    expect(replay.position().item).toBe(4);
    const before = replay.position();
    replay.setPlayback('clock');
    expect(replay.position()).toEqual(before);
    expect(replay.getState().status).toBe('playing');
  });

  it('shows the details of the current item, even if it has no row', () => {
    const clock = createManualClock();
    const replay = createReplay(index, { clock, playback: 'paced', filters: { level: 'story' } });
    replay.play();
    clock.advance(4500);
    expect(shownItem(replay.getState())).toMatchObject({ call: { tool_name: 'Edit' } });
  });
});
