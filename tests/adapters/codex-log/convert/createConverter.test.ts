import { describe, expect, it } from 'vitest';
import { convert, exec, sessionOf } from '../convertLog.ts';
import { cutLog, head, newerId, olderId, wholeLog } from '../logText.ts';

describe('sessions', () => {
  it('take their time from a version 7 id, and say so', async () => {
    const session = await sessionOf(cutLog('exec', 'bash -lc ls in /srv/oil succeeded in 1.50s:', 'a', 'codex', 'Hi.'));
    expect(session).toMatchObject({
      created_at: '2026-03-12T09:00:00.500Z',
      completed_at: '2026-03-12T09:00:02.000Z',
      inferred: expect.arrayContaining(['created_at', 'completed_at']),
      agent: { model_id: 'gpt-5.4' },
      environment: { cwd: '/srv/oil', cli: 'codex', cli_version: '0.104.0', provider: 'openai', approval: 'never' },
      provenance: { native_id: newerId },
    });
  });

  it('continue when an id comes again, and count its tokens once', async () => {
    const run = (prompt: string, tokens: string) =>
      `${head()}user\n${prompt}\ncodex\nDone ${prompt}.\ntokens used\n${tokens}\nDone ${prompt}.\n`;
    const other = `${head({ id: olderId })}user\nb\ncodex\nOther.\ntokens used\n7\nOther.\n`;
    const { sessions, account } = await convert(run('a', '1,000') + other + run('c', '1,400'));
    expect(sessions.map(({ provenance }) => provenance?.native_id)).toEqual([newerId, olderId]);
    expect(sessions.map(({ usage }) => usage)).toEqual([{ total: 1400 }, { total: 7 }]);
    expect(account.ignored).toEqual({ repeated_answer: 3 });
  });

  it('record what a later run changes, and keep when and how the first one began', async () => {
    const later = head({ version: '0.130.0', workdir: '/srv/oil/press' }).replace('model: gpt-5.4', 'model: gpt-5.5');
    const lines = Array.from({ length: 20 }, (_, index) => `${index}`).join('\n');
    const run = `user\nGo.\nexec\nbash -lc ls in /srv/oil\n succeeded in 9ms:\n${lines}\n\ncodex\nDone.\n`;
    const session = await sessionOf(head() + run.replace('oil\n', 'oil') + later + run);
    expect(session).toMatchObject({
      created_at: '2026-03-12T09:00:00.500Z',
      agent: { model_id: 'gpt-5.5' },
      environment: { cwd: '/srv/oil/press', cli_version: '0.130.0' },
    });
    expect(session.inferred).toContain('created_at');
    expect(session.events.filter(({ type }) => type === 'notice')).toMatchObject([
      { kind: 'model_change', text: 'Model: gpt-5.4 → gpt-5.5', source_ref: { line: 37 } },
      {
        kind: 'mode_change',
        text: 'Codex: 0.104.0 → 0.130.0; Directory: /srv/oil → /srv/oil/press',
        workdir: '/srv/oil/press',
      },
    ]);
    // Each run prints like its version: only the first one ends outputs after 20 lines.
    expect(session.tool_calls.map(({ output }) => output.truncated)).toEqual([true, undefined]);
  });

  it.each([
    ['a count of tokens', ['codex', 'Hi.', 'tokens used', '1'], 'success', 'succeeded', false],
    ['an answer alone', ['codex', 'Hi.'], 'success', 'succeeded', true],
    ['an open command', exec('bash -lc ls'), 'in_progress', 'unknown', true],
    ['an error', ['codex', 'Hi.', 'ERROR: no', 'tokens used', '1'], 'failed', 'failed', false],
    ['an interruption', ['codex', 'Hi.', 'turn interrupted'], 'failed', 'interrupted', false],
    ['an answer after an error', ['ERROR: no', 'codex', 'Hi.', 'tokens used', '1'], 'success', 'succeeded', false],
  ])('that end with %s', async (_, lines, status, outcome, inferred) => {
    const session = await sessionOf(wholeLog(...lines));
    expect(session).toMatchObject({ status, outcome });
    expect(session.inferred?.includes('status')).toBe(inferred);
  });

  it('keep the text around a run, attributed to no agent', async () => {
    const log = `# Title\n\nEcho of the prompt.\n${wholeLog('codex', 'Hi.', 'tokens used', '1', 'Hi.', '', '--- attempt 2 ---')}`;
    const session = await sessionOf(log);
    expect(session.events.filter(({ type }) => type === 'notice')).toMatchObject([
      { text: '# Title\n\nEcho of the prompt.', extensions: { 'codex-log': { outside: 'before' } } },
      { text: '--- attempt 2 ---', extensions: { 'codex-log': { outside: 'after' } } },
    ]);
  });

  it('keep a final answer that differs from the last message', async () => {
    const session = await sessionOf(wholeLog('codex', 'Hi.', 'tokens used', '1', 'Something else.'));
    expect(
      session.events.filter(({ type }) => type === 'message').map((event) => 'text' in event && event.text),
    ).toEqual(['Go.', 'Hi.', 'Something else.']);
  });
});

describe('texts', () => {
  it('of a review that are printed twice are kept once', async () => {
    const both = ['thinking', '**A**', 'thinking', '**B**'];
    const { sessions, account } = await convert(
      cutLog('mcp: x starting', 'mcp: x starting', ...both, ...both, 'codex', 'Hi.'),
    );
    expect(sessions[0]?.events.filter(({ type }) => type === 'thinking')).toHaveLength(2);
    expect(account.ignored).toEqual({ doubled_thread: 2, repeated_startup: 1 });
  });

  it('of plans become checklists', async () => {
    const session = await sessionOf(
      cutLog('Plan update', 'First things first.', '  ✓ one', '  → two', 'and a half', '  • three', 'codex', 'Hi.'),
    );
    expect(session.events.find(({ type }) => type === 'plan')).toMatchObject({
      explanation: 'First things first.',
      items: [
        { text: 'one', status: 'completed' },
        { text: 'two\nand a half', status: 'in_progress' },
        { text: 'three', status: 'pending' },
      ],
    });
  });

  it('of errors, hooks and retries become notices', async () => {
    const lines = [
      'hook: PreToolUse',
      'Reconnecting... 1/5 (closed)',
      'model rerouted: a -> b',
      'context compacted',
      'ERROR: no',
      'more of it',
    ];
    const session = await sessionOf(wholeLog(...lines));
    expect(
      session.events.flatMap((event) => (event.type === 'notice' ? [`${event.kind}: ${event.text}`] : [])),
    ).toEqual([
      'hook: hook: PreToolUse',
      'retry: Reconnecting... 1/5 (closed)',
      'model_change: model rerouted: a -> b',
      'compaction: context compacted',
      'error: ERROR: no\nmore of it',
    ]);
  });

  it('of reasoning that early versions repeat section by section are kept once', async () => {
    const at = '[2025-08-31T12:37:08] ';
    const sections = ['**One**\n\nFirst.', '**Two**\n\nSecond.\nAnd more.', '**Three**\n\nThird.'];
    const log = [
      `${at}OpenAI Codex v0.29.0 (research preview)\n--------\nworkdir: /a\n--------`,
      `${at}User instructions:\nGo.`,
      `${at}thinking\n\n${sections[0]}\n\n${sections[1]}`,
      `${at}thinking\n\n${sections[2]}`,
      ...sections.map((section) => `${at}codex\n\n${section}`),
      `${at}codex\n\nSecond.`,
      '',
    ].join('\n');
    const session = await sessionOf(log);
    expect(session.provenance?.account).toMatchObject({ ignored: { repeated_thinking: 3 } });
    expect(session.events.filter(({ type }) => type === 'message')).toMatchObject([
      { text: 'Go.' },
      { text: 'Second.' },
    ]);
  });

  it('have only inferred times if the log has none', async () => {
    const session = await sessionOf(
      cutLog('exec', 'bash -lc ls in /srv/oil succeeded in 2ms:', 'a', 'codex', 'Hi.').replace(newerId, 'abc-123'),
    );
    expect(session.created_at).toBe('1970-01-01T00:00:00.000Z');
    expect(session.inferred).toEqual(
      expect.arrayContaining(['created_at', 'completed_at', 'summary.total_duration_ms']),
    );
    expect(session.provenance?.native_id).toBe('abc-123');
    expect(session.tool_calls[0]?.inferred).toEqual(['started_at', 'ended_at']);
  });
});
