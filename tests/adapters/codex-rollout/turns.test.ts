import { describe, expect, it } from 'vitest';
import { called, event, header, item, said, sessionFrom, textsOf } from './rolloutFrom.ts';

describe('turns', () => {
  it('have one notice for a compaction, with the context before and after', async () => {
    const tokens = (total: number, last: number) => ({
      type: 'token_count',
      info: { total_token_usage: { total_tokens: total, output_tokens: 1 }, last_token_usage: { total_tokens: last } },
    });
    const session = await sessionFrom([
      header(),
      event(1, tokens(900, 900)),
      [2, 'compacted', { message: 'Summary', replacement_history: [said('user', 'Hello')] }],
      event(3, tokens(900, 40)),
      event(4, { type: 'context_compacted' }),
      [5, 'compacted', { message: '', replacement_history: [] }],
      item(6, said('user', 'next')),
    ]);
    expect(session.events.filter(({ type }) => type === 'notice')).toMatchObject([
      { kind: 'compaction', text: 'Summary', tokens_before: 900, tokens_after: 40, source_ref: { line: 5 } },
      { kind: 'compaction', text: 'The context was compacted.', tokens_before: 40, source_ref: { line: 6 } },
    ]);
    expect(textsOf(session.events, 'message')).toEqual(['next']);
  });

  it('report what a turn changes, not what it repeats', async () => {
    const turn = (at: number, more: object) =>
      [at, 'turn_context', { cwd: '/w', model: 'm1', effort: 'low', approval_policy: 'never', ...more }] as const;
    const session = await sessionFrom([
      header(),
      turn(1, {}),
      turn(2, {}),
      turn(3, { cwd: '/w/deep', approval_policy: 'on-request' }),
      turn(4, { cwd: '/w/deep', approval_policy: 'on-request', model: 'm2' }),
    ]);
    expect(session.events).toMatchObject([
      { kind: 'mode_change', text: 'Approval: never → on-request; Directory: /w → /w/deep', workdir: '/w/deep' },
      { kind: 'model_change', text: 'Model: m1 (low) → m2 (low)' },
    ]);
    expect(session.events[1]).not.toHaveProperty('workdir');
    expect(session.agent.model_id).toBe('m1');
  });

  it('are kept when taken back, marked as left behind', async () => {
    const turn = (at: number, text: string) => [
      item(at, said('user', text)),
      item(at + 1, called(`c${at}`, 'shell', {})),
    ];
    const session = await sessionFrom([
      header(),
      ...turn(1, 'one'),
      ...turn(3, 'two'),
      event(5, { type: 'thread_rolled_back', num_turns: 1 }),
      ...turn(6, 'three'),
    ]);
    const left = [...session.events, ...session.tool_calls].filter(({ branch }) => branch === 'abandoned');
    expect(left).toMatchObject([{ text: 'two' }, { call_id: 'tool-002' }]);
  });

  it('say how the last turn ended', async () => {
    const failed = await sessionFrom([
      header(),
      event(1, { type: 'task_started' }),
      event(2, { type: 'task_complete', error: { message: 'out of credit' } }),
    ]);
    expect(failed).toMatchObject({ status: 'failed', outcome: 'failed' });
    expect(failed.events).toMatchObject([{ kind: 'error', text: 'out of credit' }]);
    const open = await sessionFrom([header(), event(1, { type: 'task_started' }), item(1, said('assistant', 'On it'))]);
    expect(open.status).toBe('in_progress');
  });
});
