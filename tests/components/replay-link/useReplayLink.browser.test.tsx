import { flushSync } from 'react-dom';
import { afterEach, expect, test } from 'vitest';
import {
  createHashRouter,
  type ReplayRouter,
  readReplayLink,
  SessionReplay,
  writeReplayLink,
} from '../../../src/components/index.ts';
import { createManualClock, createReplay, type Replay } from '../../../src/replay/index.ts';
import { replaySession } from '../../../stories/data/replaySession.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

test.each([
  ['another session', { session: 'another' }, [replaySession.session_id]],
  ['the session that is shown', { session: replaySession.session_id, at: 10_000 }, []],
])('a replay that opens where the address names %s', (_, link, written) => {
  const named: unknown[] = [];
  const router = {
    read: () => writeReplayLink(link),
    write: (next: string) => {
      named.push(readReplayLink(next).session);
      return next;
    },
  };
  flushSync(() => root.render(<SessionReplay session={replaySession} router={router} />));
  expect(named).toEqual(written);
});

const { session_id, tool_calls } = replaySession;
const link = writeReplayLink({ session: session_id, item: tool_calls[4]?.call_id, selected: tool_calls[4]?.call_id });

test.each<[string, (replay: Replay) => void, (number | undefined)[]]>([
  ['has chosen nothing yet', () => undefined, [4, 4]],
  ['has chosen a row', (replay) => replay.select(tool_calls[2]?.call_id), [2, 2]],
  ['has unfolded a row', (replay) => replay.expand('tool-001'), [undefined, -1]],
])('a link whose router comes once the session is whole, to a reader who %s', (_, act, [chosen, at]) => {
  const begun = { ...replaySession, tool_calls: tool_calls.slice(0, 6), events: [], sub_sessions: [] };
  const replay = createReplay(begun, { clock: createManualClock() });
  const router = { read: () => link, write: (next: string) => next };
  const draw = (given: ReplayRouter | undefined): void =>
    flushSync(() => root.render(<SessionReplay replay={replay} router={given} loading={given === undefined} />));
  draw(undefined);
  act(replay);
  replay.update(replaySession);
  draw(router);
  const { selection, expanded, index, position } = replay.getState();
  const numberOf = (id: string | undefined): number | undefined =>
    id === undefined ? undefined : tool_calls.findIndex(({ call_id }) => call_id === id);
  expect([numberOf(selection), numberOf(index.items[position.item]?.id)]).toEqual([chosen, at]);
  expect([...expanded]).toEqual(chosen === undefined ? ['tool-001'] : []);
});

const address = window.location.href;
afterEach(() => window.history.replaceState(window.history.state, '', address));

const changed = (): Promise<Event> =>
  new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }));

test('keeps an address that was changed before its listeners have heard of it', async () => {
  const router = createHashRouter();
  const heard: string[] = [];
  const stop = router.subscribe?.(() => heard.push(router.read()));
  router.write('session=first');
  const change = changed();
  window.location.hash = 'session=second';
  expect(router.write('session=first&t=1')).toMatch(/#session=first&t=1$/);
  expect(router.read()).toBe('session=second');
  await change;
  expect(heard).toEqual(['session=second']);
  router.write('session=second&t=2');
  expect(router.read()).toBe('session=second&t=2');
  stop?.();
});

test('Back leads to a session although its replay writes at that moment', async () => {
  const router = createHashRouter();
  const heard: string[] = [];
  const stop = router.subscribe?.(() => heard.push(router.read()));
  for (const each of ['session=first', 'session=second']) {
    const change = changed();
    window.location.hash = each;
    await change;
  }
  const popped = new Promise<void>((resolve) => {
    window.addEventListener(
      'popstate',
      () => {
        router.write('session=second&t=3');
        resolve();
      },
      { once: true },
    );
  });
  const change = changed();
  window.history.back();
  await popped;
  await change;
  expect(heard).toEqual(['session=first', 'session=second', 'session=first']);
  stop?.();
});

test('replaces an address that a host replaced in silence, at its second attempt at the latest', () => {
  const router = createHashRouter();
  const stop = router.subscribe?.(() => undefined);
  window.history.replaceState(window.history.state, '', '#session=other');
  router.write('session=mine');
  router.write('session=mine&t=1');
  expect(router.read()).toBe('session=mine&t=1');
  stop?.();
  window.history.replaceState(window.history.state, '', '#session=other');
  router.write('session=mine&t=2');
  expect(router.read()).toBe('session=mine&t=2');
});
