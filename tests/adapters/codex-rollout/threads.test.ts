import { describe, expect, it } from 'vitest';
import { toSession } from '../../../src/adapters/index.ts';
import {
  answered,
  called,
  convertFiles,
  type Entry,
  event,
  header,
  item,
  rolloutFrom,
  said,
  sessionFrom,
  THREAD,
  textsOf,
} from './rolloutFrom.ts';

describe('threads', () => {
  const child = (id: string, parent: string, more: object = {}) =>
    header({
      id,
      timestamp: '2026-04-01T08:00:10.000Z',
      source: { subagent: { thread_spawn: { parent_thread_id: parent, agent_role: 'worker' } } },
      ...more,
    });

  const root = rolloutFrom([
    header(),
    item(1, said('user', 'Start')),
    item(2, called('s', 'spawn_agent', { agent_type: 'worker', message: 'Count' })),
    item(3, answered('s', JSON.stringify({ agent_id: 'c', nickname: 'N' }))),
  ]);

  it("put an agent's run below the call that started it", async () => {
    const run = rolloutFrom([child('c', THREAD), item(11, said('user', 'Count')), item(12, called('x', 'shell', {}))]);
    const { sessions } = await convertFiles(root, run);
    expect(sessions.length).toBe(1);
    const session = toSession(sessions[0]?.session as never);
    expect(session.sub_sessions).toMatchObject([
      {
        triggered_by_call_id: 'tool-001',
        agent: { agent_id: 'c', agent_type: 'worker' },
        task: { description: 'Count' },
        environment: { cwd: '/w', cli_version: '0.130.0' },
        tool_calls: [{ tool_name: 'shell' }],
      },
    ]);
    expect(session.tool_calls[0]?.subagent_info).toMatchObject({ subagent_type: 'worker', tool_uses: 1 });
    expect(session.provenance?.diagnostics).toEqual({ 'unanswered-call': 1 });
  });

  it('do not repeat what an agent inherited', async () => {
    const copied = JSON.parse(root.split('\n')[1] ?? '') as { payload: object };
    const run = rolloutFrom([
      child('c', THREAD),
      [10, 'session_meta', header()[2]],
      [10.001, 'response_item', copied.payload],
      event(10.002, { type: 'task_started', turn_id: '019d480e-9b15-7000-8000-000000000009' }),
      item(10.003, said('user', 'Count')),
    ]);
    const { sessions, account } = await convertFiles(root, run);
    const [sub] = toSession(sessions[0]?.session as never).sub_sessions;
    expect(textsOf(sub?.events ?? [], 'message')).toEqual(['Count']);
    expect(account.ignored).toEqual({ copied_history: 2 });
  });

  it('use the ordinal if the header names one', async () => {
    const numbered = (ordinal: number, text: string) =>
      [ordinal, 'response_item', said('user', text), { ordinal }] as const;
    const review = [
      header({ subagent_history_start_ordinal: 2, parent_thread_id: 'parent', source: { subagent: 'review' } }),
      numbered(1, 'inherited'),
      numbered(2, 'own'),
    ];
    const session = await sessionFrom(review, [header({ id: 'parent' })]);
    expect(textsOf(session.events, 'message')).toEqual(['own']);
    expect(session.parent).toEqual({ relation: 'spawned', native_id: 'parent' });
    const alone = await sessionFrom(review);
    expect(textsOf(alone.events, 'message')).toEqual(['inherited', 'own']);
    expect(alone.user_prompt).toBe('own');
  });

  it("end a fork's copied part at the first pause, and restart its token count", async () => {
    const tokens = (total: number) => ({
      type: 'token_count',
      info: { total_token_usage: { input_tokens: total, output_tokens: 0, total_tokens: total } },
    });
    const parent = { id: 'parent', timestamp: '2026-04-01T07:00:00.000Z' };
    const fork: Entry[] = [
      header(),
      [6, 'session_meta', parent],
      item(6.001, said('user', 'before')),
      item(6.001, called('old', 'shell', {})),
      event(6.002, tokens(1000)),
      item(20, said('user', 'after')),
      event(21, tokens(70)),
    ];
    const session = await sessionFrom(fork, [[0, 'session_meta', parent]]);
    expect(textsOf(session.events, 'message')).toEqual(['after']);
    expect(session.tool_calls).toEqual([]);
    expect(session.usage?.input).toBe(70);
    expect(session.parent).toEqual({ relation: 'forked', native_id: 'parent', message_id: 'old' });
  });

  it('keep what a fork copied if it is nowhere else', async () => {
    const fork: Entry[] = [
      header({ forked_from_id: 'parent' }),
      [6, 'session_meta', { id: 'parent', timestamp: '2026-04-01T07:00:00.000Z' }],
      item(6.001, said('user', 'before')),
      item(20, said('user', 'after')),
    ];
    const alone = await sessionFrom(fork);
    expect(textsOf(alone.events, 'message')).toEqual(['before', 'after']);
    expect(alone.parent).toMatchObject({ relation: 'forked', native_id: 'parent' });
    const beside = await sessionFrom(fork, [header({ id: 'another' })]);
    expect(textsOf(beside.events, 'message')).toEqual(['before', 'after']);
  });

  it('become sessions, with their own agents, if their root is missing', async () => {
    const first = rolloutFrom([
      child('c', 'lost'),
      item(11, called('s', 'spawn_agent', {})),
      item(12, answered('s', '{"agent_id":"g"}')),
    ]);
    const { sessions } = await convertFiles(first, rolloutFrom([child('g', 'c')]), rolloutFrom([child('d', 'lost')]));
    const [one, two] = sessions.map(({ session }) => toSession(session));
    expect(one).toMatchObject({
      parent: { relation: 'spawned', native_id: 'lost' },
      sub_sessions: [{ agent: { agent_id: 'g' } }],
    });
    expect(two).toMatchObject({ session_id: 'd', sub_sessions: [] });
  });

  it('account each record to its own session', async () => {
    const { sessions, account } = await convertFiles(
      rolloutFrom([child('c', 'lost'), item(1, {})]),
      rolloutFrom([child('d', 'lost')]),
    );
    expect(sessions.map(({ session }) => session.head.provenance?.account.records)).toEqual([2, 1]);
    expect(account.records).toBe(3);
  });
});
