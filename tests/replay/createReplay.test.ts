import { describe, expect, it } from 'vitest';
import {
  createManualClock,
  createReplay,
  indexSession,
  noFilters,
  type Replay,
  type ReplayOptions,
  type ReplayState,
  sessionMs,
  shownItem,
} from '../../src/replay/index.ts';
import type { Session } from '../../src/session/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

const drawn = `
  == explore
  0:00 user: go
  0:10 Read(a.ts) 2s
  0:20 assistant: and now
  == execute
  0:30 Edit(a.ts) 1s
  5:00 Bash(make) 10s failed
  5:30 assistant: done
`;

function setUp(text = drawn, options: Partial<ReplayOptions> = {}) {
  const clock = createManualClock(1000);
  const replay = createReplay(sessionFromText(text), { clock, ...options });
  const seen: ReplayState[] = [];
  replay.subscribe((state) => seen.push(state));
  return { clock, replay, seen };
}

function playState(replay: Replay): [string, number, number] {
  const { at, item } = replay.position();
  return [replay.getState().status, at, item];
}

describe('createReplay', () => {
  it('starts at the first thing that someone said, and can go back to what programs wrote before', () => {
    const { replay } = setUp(`
      0:00 system: You are a careful agent.
      0:01 user(context): <environment_context></environment_context>
      0:02 notice(hook): ready
      0:03 user: go
      0:10 Read(a.ts) 2s
    `);
    expect(playState(replay)).toEqual(['paused', 0, 3]);
    expect(shownItem(replay.getState())).toMatchObject({ event: { text: 'go' } });
    replay.toEnd();
    replay.toStart();
    expect(playState(replay)).toEqual(['paused', 0, 3]);
    replay.seekToItem(0);
    expect(playState(replay)).toEqual(['paused', 0, 0]);
  });

  it('starts at the first item if nobody has said anything, and moves to the first message when it comes', () => {
    const before = '0:00 system: You are a careful agent.\n0:01 notice(hook): ready';
    const { replay } = setUp(before);
    expect(playState(replay)[2]).toBe(0);
    replay.update(sessionFromText(`${before}\n0:02 user: go\n0:09 assistant: done`));
    expect(playState(replay)[2]).toBe(2);
  });

  it('starts at the start, at the end, or at a given position', () => {
    expect(playState(setUp().replay)).toEqual(['paused', 0, 0]);
    expect(playState(setUp(drawn, { at: 'end' }).replay)).toEqual(['ended', 330_000, 5]);
    expect(playState(setUp(drawn, { follow: true }).replay)).toEqual(['following', 330_000, 5]);
    expect(playState(setUp(drawn, { at: sessionMs(15_000) }).replay)).toEqual(['paused', 15_000, 1]);
    expect(playState(setUp('').replay)).toEqual(['ended', 0, -1]);
    expect(playState(setUp('0:00 user: alone').replay)).toEqual(['ended', 0, 0]);
  });

  it('starts with the given filters', () => {
    const { replay } = setUp(drawn, { filters: { hidden: ['usage'] } });
    expect(replay.getState().filters).toEqual({ ...noFilters, hidden: ['usage'] });
    expect(replay.getInitialState().filters.hidden).toEqual(['usage']);
    replay.clearFilters();
    expect(replay.getState().filters).toEqual(noFilters);
  });

  it('keeps a timer only while it plays', () => {
    const { clock, replay } = setUp();
    expect(clock.pending()).toBe(0);
    replay.play();
    expect(clock.pending()).toBe(1);
    replay.setRate(2);
    replay.seek(sessionMs(9000));
    expect(clock.pending()).toBe(1);
    replay.pause();
    expect(clock.pending()).toBe(0);
  });

  it('moves with the clock, squeezes idle time, and changes its state only when something changes', () => {
    const { clock, replay, seen } = setUp();
    replay.play();
    clock.advance(5000);
    expect(replay.position().at).toBe(5000);
    expect(seen).toHaveLength(1);
    // The gap from 31 s to 300 s takes 15 s: the session plays in 76 s. It wakes for each item and each end of a call.
    clock.advance(71_100);
    expect(playState(replay)).toEqual(['ended', 330_000, 5]);
    expect(seen.map(({ position: { item } }) => item)).toEqual([0, 1, 1, 2, 3, 3, 4, 4, 5]);
    expect(clock.pending()).toBe(0);
  });

  it('plays idle time in full if it is not skipped', () => {
    const { clock, replay } = setUp(drawn, { skipIdle: false, rate: 4 });
    replay.play();
    clock.advance(60_000);
    expect(replay.position().at).toBe(240_000);
    replay.setSkipIdle(true);
    expect(replay.position().at).toBe(240_000);
  });

  it('continues to play after a seek, even to the end and back', () => {
    const { clock, replay } = setUp();
    replay.play();
    replay.seek(sessionMs(999_999));
    replay.seek(sessionMs(20_000));
    expect(playState(replay)).toEqual(['playing', 20_000, 2]);
    clock.advance(1000);
    expect(replay.position().at).toBe(21_000);
  });

  it('starts over from the end, and does nothing in an empty session', () => {
    const { clock, replay } = setUp();
    replay.toEnd();
    replay.toggle();
    expect(playState(replay)).toEqual(['playing', 0, 0]);
    clock.advance(1);
    replay.toggle();
    expect(playState(replay)).toEqual(['paused', 1, 0]);
    const empty = setUp('').replay;
    empty.play();
    expect(playState(empty)).toEqual(['ended', 0, -1]);
  });

  it('changes its rate without a jump', () => {
    const { clock, replay } = setUp();
    replay.play();
    clock.advance(2000);
    replay.setRate(8);
    expect(replay.position().at).toBe(2000);
    clock.advance(1000);
    expect(replay.position().at).toBe(10_000);
  });

  it('wakes at most once per frame, however fast it plays', () => {
    const lines = Array.from({ length: 500 }, (_, i) => `0:00.${String(i).padStart(3, '0')} user: ${i}`);
    const { clock, replay, seen } = setUp(lines.join('\n'), { rate: 0.5 });
    replay.play();
    clock.advance(160);
    expect(seen.length).toBeLessThanOrEqual(11);
    expect(replay.getState().position.item).toBe(80);
  });

  it('keeps playing on time while someone selects, filters and folds', () => {
    const { clock, replay } = setUp();
    replay.play();
    for (let i = 0; i < 1010; i += 1) {
      clock.advance(10);
      replay.select(i % 2 === 0 ? 'tool-001' : undefined);
    }
    expect(replay.getState().position.item).toBe(1);
  });

  it('steps by each kind in both directions, and reports the end', () => {
    const { replay } = setUp();
    expect(replay.step('call', 'forward')).toBe(true);
    expect(playState(replay)).toEqual(['paused', 10_000, 1]);
    replay.step('error', 'forward');
    expect(playState(replay)).toEqual(['paused', 300_000, 4]);
    expect(replay.step('error', 'forward')).toBe(false);
    replay.step('phase', 'backward');
    expect(playState(replay)).toEqual(['paused', 20_000, 2]);
    replay.step('item', 'backward');
    replay.step('prompt', 'backward');
    expect(playState(replay)).toEqual(['paused', 0, 0]);
    replay.seekToItem(99);
    expect(playState(replay)).toEqual(['ended', 330_000, 5]);
  });

  it('stops at each of the items that share a moment', () => {
    const { clock, replay } = setUp('0:00 user: a\n0:00 Read(b)\n0:00 Read(c)\n0:09 Read(d)');
    const visited = [replay.position().item];
    while (replay.step('item', 'forward')) visited.push(replay.position().item);
    expect(visited).toEqual([0, 1, 2, 3]);
    replay.toStart();
    replay.play();
    clock.advance(20);
    expect(replay.getState().position.item).toBe(2);
  });

  it('sets selection, filters and expanded ids', () => {
    const { replay } = setUp();
    replay.select('tool-002');
    replay.filter({ only: 'prompts' });
    replay.filter({ hidden: ['usage'] });
    replay.expand('a');
    replay.expand('b');
    replay.toggleExpanded('b');
    replay.toggleExpanded('c');
    replay.toggleExpanded(['d', 'e']);
    replay.toggleExpanded(['d', 'f']);
    replay.collapse('a');
    expect(replay.getState()).toMatchObject({ selection: 'tool-002', filters: { only: 'prompts', hidden: ['usage'] } });
    expect([...replay.getState().expanded]).toEqual(['c', 'e', 'f']);
    replay.collapseAll();
    replay.clearFilters();
    replay.select(undefined);
    expect(replay.getState()).toMatchObject({ selection: undefined, filters: noFilters, expanded: new Set() });
    expect(replay.getInitialState()).toMatchObject({ selection: undefined, position: { at: 0, item: 0 } });
  });

  it('calls its listeners with the previous state, until they unsubscribe', () => {
    const { replay } = setUp();
    const calls: [string, string][] = [];
    const leave = replay.subscribe((state, previous) => calls.push([previous.status, state.status]));
    replay.play();
    leave();
    replay.pause();
    expect(calls).toEqual([['paused', 'playing']]);
  });

  it('calls no listener if nothing changed', () => {
    const { replay, seen } = setUp();
    replay.pause();
    expect(seen).toEqual([]);
  });
});

describe('the cursor', () => {
  const shown = (replay: Replay): string | undefined => shownItem(replay.getState())?.id;

  it('goes to the selected item', () => {
    const { replay, seen } = setUp();
    replay.select('tool-002');
    expect(playState(replay)).toEqual(['paused', 30_000, 3]);
    expect(shown(replay)).toBe('tool-002');
    expect(seen).toHaveLength(1);
  });

  it('moves the open details along, whatever moves the cursor', () => {
    const { clock, replay } = setUp();
    replay.select('tool-001');
    replay.step('error', 'forward');
    expect(shown(replay)).toBe('tool-003');
    replay.seek(sessionMs(31_000));
    expect(shown(replay)).toBe('tool-002');
    replay.play();
    clock.advance(400_000);
    expect(playState(replay)[0]).toBe('ended');
    expect(shown(replay)).toBe(replay.getState().index.items[5]?.id);
    expect(replay.getState().selection).toBe(shown(replay));
  });

  it('opens no details when it moves', () => {
    const { replay } = setUp();
    replay.step('call', 'forward');
    expect(replay.getState().selection).toBeUndefined();
    expect(shown(replay)).toBe('tool-001');
  });

  it('shows the call of a folded run, and the inner call once the run is unfolded', () => {
    const { replay } = setUp(`
      0:00 user: go
      0:10 Agent(look) 20s as explorer
        0:12 Read(a.ts) 2s
      0:40 assistant: done
    `);
    replay.select('tool-001');
    replay.seek(sessionMs(13_000));
    expect(shown(replay)).toBe('tool-001');
    replay.expand('tool-001');
    replay.seek(sessionMs(5000));
    replay.seek(sessionMs(13_000));
    expect(shown(replay)).toBe(replay.getState().index.items[2]?.id);
    expect(shown(replay)).not.toBe('tool-001');
  });

  it('leaves pinned details open until they are unpinned', () => {
    const { replay } = setUp();
    replay.select('tool-001');
    replay.pin('tool-001');
    replay.select('tool-003');
    expect([shown(replay), playState(replay)[2]]).toEqual(['tool-001', 4]);
    replay.pin(undefined);
    expect(shown(replay)).toBe('tool-003');
  });

  it('is in mode reading until played or sought, and again after going to the start', () => {
    const { replay } = setUp();
    const mode = () => replay.getState().mode;
    replay.select('tool-002');
    replay.step('error', 'forward');
    expect(mode()).toBe('reading');
    replay.seek(sessionMs(1000));
    expect(mode()).toBe('replaying');
    replay.toStart();
    expect(mode()).toBe('reading');
    replay.toggle();
    replay.toggle();
    expect(mode()).toBe('replaying');
    expect(setUp(drawn, { at: sessionMs(15_000) }).replay.getState().mode).toBe('replaying');
  });
});

describe('a replay whose session grows', () => {
  const grown = `${drawn}\n  5:40 Read(b.ts) 1s\n  5:50 assistant: really done`;

  it('keeps position, selection, filters and expanded ids', () => {
    const { replay } = setUp();
    replay.select('tool-003');
    replay.pin('tool-002');
    replay.seek(sessionMs(12_345));
    replay.filter({ only: 'prompts' });
    replay.expand('tool-001');
    replay.update(sessionFromText(grown));
    expect(playState(replay)).toEqual(['paused', 12_345, 1]);
    expect(replay.getState()).toMatchObject({
      selection: 'tool-001',
      pinned: 'tool-002',
      filters: { only: 'prompts' },
    });
    expect(replay.getState().expanded).toEqual(new Set(['tool-001']));
    expect(replay.getState().index.items).toHaveLength(8);
  });

  it('moves to the new end if it follows, and pauses if it had ended', () => {
    const following = setUp(drawn, { follow: true }).replay;
    following.update(sessionFromText(grown));
    expect(playState(following)).toEqual(['following', 350_000, 7]);
    const ended = setUp(drawn, { at: 'end' }).replay;
    ended.update(sessionFromText(grown));
    expect(playState(ended)).toEqual(['paused', 330_000, 5]);
  });

  it('plays on, and follows when it reaches the end', () => {
    const { clock, replay } = setUp(drawn, { at: sessionMs(329_000), follow: true });
    replay.play();
    clock.advance(500);
    replay.update(sessionFromText(grown));
    expect(playState(replay)).toEqual(['playing', 329_500, 4]);
    clock.advance(21_000);
    expect(playState(replay)).toEqual(['following', 350_000, 7]);
  });

  it('keeps its item when others are inserted before it', () => {
    const before = '0:00 user: a\n0:10 Task(b) 1m\n0:50 assistant: c';
    const after = '0:00 user: a\n0:10 Task(b) 1m\n  0:20 Read(x) 1s\n  0:30 Read(y) 1s\n0:50 assistant: c';
    const { replay } = setUp(before);
    replay.seek(sessionMs(55_000));
    replay.update(sessionFromText(after));
    expect(playState(replay)).toEqual(['paused', 55_000, 4]);
  });

  it('keeps its time when its item is gone', () => {
    const { replay } = setUp();
    replay.seek(sessionMs(25_000));
    replay.update(sessionFromText('0:00 Bash(other)'));
    expect(playState(replay)).toEqual(['ended', 0, 0]);
  });

  it('begins when the session was empty', () => {
    const { replay } = setUp('');
    replay.update(sessionFromText(drawn) satisfies Session);
    expect(playState(replay)).toEqual(['paused', 0, 0]);
  });

  it('prepares its views step by step without any change of state', () => {
    const { replay, seen } = setUp();
    replay.seek(sessionMs(12_345));
    const index = indexSession(sessionFromText(grown));
    const ready: string[] = [];
    const preparation = (name: string) =>
      function* ({ index: coming, position, selection }: ReplayState) {
        expect(coming).toBe(index);
        expect([position.at, position.item, selection]).toEqual([12_345, 1, undefined]);
        yield ready.push(`${name} 1`);
        yield ready.push(`${name} 2`);
      };
    replay.onPrepare(preparation('list'));
    const end = replay.onPrepare(preparation('gone'));
    end();
    replay.onPrepare(preparation('strip'));
    const before = replay.getState();
    const steps = replay.prepare(index);
    steps.next();
    expect(ready).toEqual(['list 1']);
    for (const _ of steps);
    expect(ready).toEqual(['list 1', 'list 2', 'strip 1', 'strip 2']);
    expect(replay.getState()).toBe(before);
    replay.update(index);
    expect(seen.at(-1)?.index).toBe(index);
    expect(playState(replay)).toEqual(['paused', 12_345, 1]);
  });
});
