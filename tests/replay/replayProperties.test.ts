import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  axisOf,
  checklistAt,
  contextAt,
  countsAt,
  createManualClock,
  createReplay,
  currentItem,
  type Direction,
  filesAt,
  isRunning,
  phaseAt,
  positionOf,
  progressAt,
  type Replay,
  type ReplayState,
  runningCalls,
  type Step,
  sessionMs,
  tokensAt,
  workdirAt,
} from '../../src/replay/index.ts';
import { arbitrarySession } from './arbitrarySession.ts';

const steps: readonly Step[] = ['item', 'call', 'message', 'error', 'prompt', 'phase', 'compaction'];

/** Everything that a view can ask of a state. */
function everythingAt(state: ReplayState) {
  const { index, position } = state;
  const runs = index.runs.map(({ index: run }) => ({
    counts: countsAt(index, position, run),
    tokens: tokensAt(index, position, run),
    context: contextAt(index, position, run),
    workdir: workdirAt(index, position, run),
    checklist: checklistAt(index, position, run),
  }));
  return {
    item: currentItem(index, position),
    phase: phaseAt(index, position),
    running: runningCalls(index, position),
    counts: countsAt(index, position),
    tokens: tokensAt(index, position),
    files: filesAt(index, position),
    progress: progressAt(index, axisOf(state), position),
    runs,
  };
}

function walk(replay: Replay, step: Step, direction: Direction): number[] {
  const visited: number[] = [];
  while (replay.step(step, direction)) visited.push(replay.position().item);
  return visited;
}

describe('a replay of any session', () => {
  it('gives at a moment what playing up to it gives', () => {
    fc.assert(
      fc.property(
        arbitrarySession,
        fc.constantFrom(0.5, 1, 8, 32),
        fc.boolean(),
        fc.array(fc.integer({ min: 1, max: 40_000 }), { maxLength: 6 }),
        (session, rate, skipIdle, waits) => {
          const clock = createManualClock();
          const played = createReplay(session, { clock, rate, skipIdle });
          const sought = createReplay(session, { clock, rate, skipIdle });
          for (const wait of waits) {
            played.play();
            clock.advance(wait);
            played.pause();
            sought.seek(played.position().at);
            expect(sought.position()).toEqual(played.position());
            expect(everythingAt(sought.getState())).toEqual(everythingAt(played.getState()));
          }
        },
      ),
    );
  });

  it('never goes back while it plays, however little time passes', () => {
    fc.assert(
      fc.property(arbitrarySession, fc.double({ min: 0, max: 1, noNaN: true }), (session, share) => {
        const clock = createManualClock();
        const replay = createReplay(session, { clock, rate: 0.5 });
        replay.seek(sessionMs(share * replay.getState().index.axes.full.duration));
        replay.play();
        for (let before = replay.position().at; clock.now() < 1e-6; before = replay.position().at) {
          clock.advance(1e-7);
          expect(replay.position().at).toBeGreaterThanOrEqual(before);
        }
      }),
    );
  });

  it('is unchanged by a detour', () => {
    fc.assert(
      fc.property(arbitrarySession, fc.nat(), fc.nat(), (session, a, b) => {
        const replay = createReplay(session, { clock: createManualClock() });
        const count = replay.getState().index.items.length;
        if (count === 0) return;
        replay.seekToItem(a % count);
        const before = everythingAt(replay.getState());
        replay.seekToItem(b % count);
        everythingAt(replay.getState());
        replay.seekToItem(a % count);
        expect(everythingAt(replay.getState())).toEqual(before);
        const fresh = createReplay(session, { clock: createManualClock() });
        fresh.seekToItem(a % count);
        expect(everythingAt(fresh.getState())).toEqual(before);
      }),
    );
  });

  it('has a correct state after each wake-up', () => {
    fc.assert(
      fc.property(arbitrarySession, (session) => {
        const clock = createManualClock();
        const replay = createReplay(session, { clock, rate: 32 });
        replay.subscribe(({ position }) => {
          expect(position).toEqual(replay.position());
        });
        replay.play();
        clock.advance(20 * 86_400_000);
        expect(replay.getState().status).toBe('ended');
        expect(clock.pending()).toBe(0);
      }),
    );
  });

  it('visits the same items backwards in reverse', () => {
    fc.assert(
      fc.property(arbitrarySession, fc.constantFrom(...steps), fc.boolean(), (session, step, folded) => {
        const replay = createReplay(session, { clock: createManualClock() });
        const { index } = replay.getState();
        if (!folded) for (const { trigger } of index.runs) if (trigger !== undefined) replay.expand(trigger.id);
        // A replay begins where someone says something; programs may have written before that.
        replay.seekToItem(0);
        const forward = walk(replay, step, 'forward');
        expect(forward).toEqual(forward.toSorted((a, b) => a - b));
        replay.toEnd();
        const backward = walk(replay, step, 'backward');
        // Going back from the end also visits where going forward began and ended.
        const ends = [0, index.items.length - 1];
        const inside = (items: number[]): number[] => items.filter((item) => !ends.includes(item));
        expect(inside(backward)).toEqual(inside(forward.toReversed()));
      }),
    );
  });

  it('finds the same calls in flight as a full scan', () => {
    fc.assert(
      fc.property(arbitrarySession, fc.double({ min: 0, max: 1 }), fc.boolean(), (session, share, step) => {
        const replay = createReplay(session, { clock: createManualClock() });
        const { index } = replay.getState();
        if (step) replay.seekToItem(Math.floor(share * index.items.length));
        else replay.seek(sessionMs(share * index.axes.full.duration));
        const { position } = replay.getState();
        const running = index.items.filter(({ is, index: item }) => is === 'call' && isRunning(index, item, position));
        expect(runningCalls(index, position)).toEqual(running.map(({ index: item }) => item));
      }),
    );
  });

  it('counts the same as a full scan', () => {
    fc.assert(
      fc.property(arbitrarySession, fc.nat(), (session, n) => {
        const { index } = createReplay(session, { clock: createManualClock() }).getState();
        const position = positionOf(index, n % Math.max(1, index.items.length));
        const reached = index.items.slice(0, position.item + 1);
        expect(countsAt(index, position).call).toBe(reached.filter(({ is }) => is === 'call').length);
        expect(countsAt(index, position, 1).call).toBe(
          reached.filter(({ is, run }) => is === 'call' && run === 1).length,
        );
        const usage = reached.flatMap((item) =>
          item.is === 'event' && item.event.type === 'usage' ? [item.event.usage] : [],
        );
        const input = usage.length === 0 ? undefined : usage.reduce((sum, each) => sum + (each.input ?? 0), 0);
        expect(tokensAt(index, position).input).toBe(input);
      }),
    );
  });

  it('never leaves the range from start to end', () => {
    fc.assert(
      fc.property(arbitrarySession, fc.double(), fc.boolean(), (session, wild, toItem) => {
        const replay = createReplay(session, { clock: createManualClock() });
        if (toItem) replay.seekToItem(wild);
        else replay.seek(sessionMs(wild));
        const { index } = replay.getState();
        const position = replay.position();
        expect(position.item).toBeGreaterThanOrEqual(Math.min(0, index.items.length - 1));
        expect(position.item).toBeLessThan(Math.max(1, index.items.length));
        expect(position.at).toBeGreaterThanOrEqual(0);
        expect(position.at).toBeLessThanOrEqual(index.axes.full.duration);
        expect(progressAt(index, index.axes.squeezed, position)).toBeGreaterThanOrEqual(0);
        expect(progressAt(index, index.axes.squeezed, position)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
