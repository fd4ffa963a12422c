import { describe, expect, it } from 'vitest';
import { codexLog } from '../../../../src/adapters/codex-log/index.ts';
import { convertSource, toSession } from '../../../../src/adapters/index.ts';
import type { Session } from '../../../../src/session/index.ts';
import { fileOf } from '../../../helpers/sourceFiles.ts';
import { cutLog, head, newerId, olderId, wholeLog } from '../logText.ts';

async function convert(log: string) {
  const { sessions, account } = await convertSource(codexLog, { files: [fileOf('a.log', log)] });
  return { sessions: sessions.map(({ session }) => toSession(session)), account };
}

async function sessionOf(log: string): Promise<Session> {
  const { sessions } = await convert(log);
  const [session] = sessions;
  if (session === undefined || sessions.length > 1) throw new Error(`${sessions.length} sessions`);
  return session;
}

const exec = (command: string, ...rest: string[]): string[] => ['exec', `${command} in /srv/oil`, ...rest];

describe('sessions', () => {
  it('take their time from an id of version 7, and say so', async () => {
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

  it('go on where an id comes again, and count its tokens once', async () => {
    const run = (prompt: string, tokens: string) =>
      `${head()}user\n${prompt}\ncodex\nDone ${prompt}.\ntokens used\n${tokens}\nDone ${prompt}.\n`;
    const other = `${head({ id: olderId })}user\nb\ncodex\nOther.\ntokens used\n7\nOther.\n`;
    const { sessions, account } = await convert(run('a', '1,000') + other + run('c', '1,400'));
    expect(sessions.map(({ provenance }) => provenance?.native_id)).toEqual([newerId, olderId]);
    expect(sessions.map(({ usage }) => usage)).toEqual([{ total: 1400 }, { total: 7 }]);
    expect(account.ignored).toEqual({ repeated_answer: 3 });
  });

  it('tell what a later run changes, and keep when and how the first one began', async () => {
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
    // Each run prints in the way of its version: only the first one ends outputs after 20 lines.
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

  it('keep what stands around the run, and whose it is not', async () => {
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

describe('commands', () => {
  it('are one call each, with their script and what they printed', async () => {
    const { tool_calls } = await sessionOf(
      wholeLog(...exec("bash -lc 'rm -r x'", ' exited 1 in 7ms:', 'rm: no x', '', 'codex', 'No.')),
    );
    expect(tool_calls).toMatchObject([
      {
        tool_name: 'exec',
        tool_category: 'action',
        duration_ms: 7,
        input: { params: { command: "bash -lc 'rm -r x'", workdir: '/srv/oil' }, raw_command: 'rm -r x' },
        outcome: 'failed',
        output: {
          error: 'Exited with code 1',
          result: { exit_code: 1, display: 'Exited with code 1 · printed 1 line' },
        },
        context_contribution: { type: 'command_output', full_content: 'rm: no x' },
      },
    ]);
  });

  it('that overlap get their results by order, marked as a guess', async () => {
    const lines = [
      ...exec("bash -lc 'ls a'"),
      ...exec("bash -lc 'ls b'"),
      ' succeeded in 1ms:',
      'a',
      '',
      ' succeeded in 2ms:',
      'b',
      '',
    ];
    const session = await sessionOf(wholeLog(...lines, ...exec("bash -lc 'ls c'", ' succeeded in 3ms:', 'c')));
    expect(session.tool_calls.map(({ duration_ms }) => duration_ms)).toEqual([1, 2, 3]);
    expect(session.tool_calls.map(({ inferred }) => inferred?.includes('output') === true)).toEqual([
      true,
      true,
      false,
    ]);
    expect(session.provenance?.diagnostics).toMatchObject({ 'guessed-pairing': 2 });
  });

  it('that are refused get the refusal that quotes them', async () => {
    const refused = "`bash -lc 'rm x'` rejected: blocked by policy";
    const lines = [
      ...exec("bash -lc 'ls a'"),
      ...exec("bash -lc 'rm x'"),
      ' declined in 0ms:',
      refused,
      ' succeeded in 2ms:',
      'a',
    ];
    const { tool_calls } = await sessionOf(wholeLog(...lines));
    expect(tool_calls).toMatchObject([
      { outcome: 'succeeded', context_contribution: { full_content: 'a' } },
      { outcome: 'denied', output: { error: 'Declined' }, context_contribution: { full_content: refused } },
    ]);
    expect(tool_calls[1]?.inferred).not.toContain('output');
  });

  it('in stamped logs are told by their text', async () => {
    const stamp = '[2025-09-22T07:41:1';
    const log = [
      `${stamp}0] OpenAI Codex v0.36.0 (research preview)`,
      '--------',
      'workdir: /srv/oil',
      '--------',
      `${stamp}0] User instructions:`,
      'Go.',
      `${stamp}1] exec bash -lc 'ls a' in /srv/oil`,
      `${stamp}1] exec bash -lc 'ls b`,
      "wc b' in /srv/oil",
      `${stamp}2] bash -lc 'ls b`,
      "wc b' succeeded in 9ms:",
      'b',
      `${stamp}3] bash -lc 'ls a' succeeded in 2.00s:`,
      'a',
      '',
    ].join('\n');
    const { tool_calls, provenance } = await sessionOf(log);
    expect(tool_calls).toMatchObject([
      {
        started_at: '2025-09-22T07:41:11.000Z',
        ended_at: '2025-09-22T07:41:13.000Z',
        context_contribution: { full_content: 'a' },
      },
      { duration_ms: 9, context_contribution: { full_content: 'b' } },
    ]);
    expect(provenance?.diagnostics).toEqual({});
  });

  it('of which 20 lines are left are marked as cut', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
    const cut = await sessionOf(cutLog('exec', 'bash -lc ls in /srv/oil succeeded in 1ms:', ...lines));
    expect(cut.tool_calls[0]).toMatchObject({
      output: { truncated: true },
      inferred: expect.arrayContaining(['output.truncated']),
    });
    const whole = await sessionOf(wholeLog(...exec('bash -lc ls', ' succeeded in 1ms:', ...lines)));
    expect(whole.tool_calls[0]?.output.truncated).toBeUndefined();
  });

  it('keep an output whole around its marks of truncation', async () => {
    const body = ['Total output lines: 99', '', 'a', '[... omitted 90 of 99 lines ...]', 'z'];
    const session = await sessionOf(
      wholeLog(...exec('bash -lc ls', ' succeeded in 1ms:', ...body, '', 'codex', 'Hi.')),
    );
    expect(session.tool_calls[0]).toMatchObject({
      output: { truncated: true },
      context_contribution: { full_content: body.join('\n') },
    });
  });

  it('without a result stay, and results without a command are kept with their text', async () => {
    const session = await sessionOf(
      cutLog('oil.fill({"litres":2}) failed in 4ms:', '{}', "apply_patch('call_1') exited 1:", 'no such patch'),
    );
    expect(session.events.filter((event) => event.type === 'notice')).toMatchObject([
      { kind: 'orphan_result', text: 'oil.fill({"litres":2})\n{}' },
      { kind: 'orphan_result', text: 'no such patch' },
    ]);
  });
});

describe('patches', () => {
  const patch = [
    'file update',
    'A /srv/oil/a.md',
    'one',
    'two',
    'M /srv/oil/b.md',
    '@@ -1,2 +1,2 @@',
    ' x',
    '-y',
    '+z',
    'R /srv/oil/c.md -> /srv/oil/d.md',
    'D /srv/oil/e.md',
    'gone',
  ];

  it('are one call with all files, and the diff of the turn is none', async () => {
    const diff = [
      'file update:',
      'diff --git a/a.md b/a.md',
      'new file mode 100644',
      '--- /dev/null',
      '+++ b/a.md',
      '@@ -0,0 +1,2 @@',
      '+one',
      '+two',
      '',
    ];
    const log = cutLog(
      ...patch,
      'apply_patch(auto_approved=true) exited 0 in 64ms:',
      'Success.',
      ...diff,
      ...diff,
      'codex',
      'Hi.',
    );
    const session = await sessionOf(log);
    expect(session.tool_calls).toHaveLength(1);
    expect(session.tool_calls[0]).toMatchObject({
      tool_name: 'apply_patch',
      duration_ms: 64,
      output: {
        result: {
          display: '+3 −2 in 4 files',
          patches: [
            { path: '/srv/oil/a.md', change: 'added', hunks: [{ new_lines: 2, lines: ['+one', '+two'] }] },
            { path: '/srv/oil/b.md', change: 'modified', hunks: [{ old_start: 1, lines: [' x', '-y', '+z'] }] },
            { path: '/srv/oil/c.md', change: 'renamed', moved_to: '/srv/oil/d.md' },
            { path: '/srv/oil/e.md', change: 'deleted', hunks: [{ lines: ['-gone'] }] },
          ],
        },
      },
    });
    expect(session.summary.files_created).toEqual(['/srv/oil/a.md']);
    expect(session.events.filter((event) => event.type === 'notice' && event.kind === 'diff')).toHaveLength(1);
    expect(session.provenance?.account).toMatchObject({ ignored: { repeated_diff: 1 } });
  });

  it('that fail change no file', async () => {
    const session = await sessionOf(
      cutLog(...patch, 'apply_patch(auto_approved=true) exited 1 in 4ms:', 'no such lines'),
    );
    expect(session.tool_calls[0]).toMatchObject({ outcome: 'failed', output: { error: 'no such lines' } });
    expect(session.summary).toMatchObject({ files_created: [], files_modified: [] });
  });

  it('since 0.118 get their content from the next diff of the turn, for files that are new in it', async () => {
    const diff = (...files: string[]) =>
      files.flatMap((file) => [
        `diff --git a/${file} b/${file}`,
        `index ${'1'.repeat(40)}..${'2'.repeat(40)}`,
        `--- a/${file}`,
        `+++ b/${file}`,
        '@@ -1,1 +1,1 @@',
        '-a',
        '+b',
      ]);
    const apply = (...files: string[]) => [
      'apply patch',
      'patch: completed',
      ...files.map((file) => `/srv/oil/${file}`),
    ];
    const { tool_calls } = await sessionOf(
      wholeLog(...apply('x'), ...diff('x'), '', ...apply('x', 'y'), ...diff('x', 'y'), '', 'codex', 'Hi.'),
    );
    const patches = tool_calls.map(({ output }) =>
      output.result?.patches?.map(({ path, hunks }) => [path, hunks?.length]),
    );
    expect(patches).toEqual([
      [['/srv/oil/x', 1]],
      [
        ['/srv/oil/x', undefined],
        ['/srv/oil/y', 1],
      ],
    ]);
    expect(tool_calls[0]?.inferred).toContain('output.result.patches');
  });
});

describe('tools', () => {
  it('of MCP servers keep their names, arguments and answers', async () => {
    const answer = [
      '{',
      '  "content": [',
      '    {',
      '      "text": "no such\\nday",',
      '      "type": "text"',
      '    }',
      '  ]',
      '}',
    ];
    const log = cutLog(
      'tool calendar.list_events({"day":"x"})',
      'calendar.list_events({"day":"x"}) failed in 1.20s:',
      ...answer,
      'codex',
      'Hi.',
    );
    expect((await sessionOf(log)).tool_calls).toMatchObject([
      {
        tool_name: 'calendar.list_events',
        tool_category: 'perception',
        duration_ms: 1200,
        input: { params: { day: 'x' } },
        outcome: 'failed',
        output: { error: 'no such\nday' },
        context_contribution: { type: 'search_result', full_content: answer.join('\n') },
      },
    ]);
  });

  it('that no line ends are not open for ever', async () => {
    const { tool_calls, status } = await sessionOf(
      wholeLog('collab: SpawnAgent', 'collab: Wait', 'viewed image /a.png', 'codex', 'Hi.', 'tokens used', '1'),
    );
    expect(tool_calls.map(({ tool_name, outcome }) => `${tool_name} ${outcome}`)).toEqual([
      'spawn_agent unknown',
      'wait unknown',
      'view_image succeeded',
    ]);
    expect(status).toBe('success');
  });

  it('that start agents say which', async () => {
    const log = cutLog(
      'collab spawn_agent(call_1, prompt="Look.")',
      'spawn_agent(call_1, prompt="Look.") pending init:',
      '  agent: 0199',
      'collab wait(call_2)',
      '  receivers: 0199',
      'wait(call_2) timed out:',
    );
    expect((await sessionOf(log)).tool_calls).toMatchObject([
      {
        tool_name: 'spawn_agent',
        input: { params: { prompt: 'Look.' } },
        subagent_info: { subagent_type: 'codex' },
        output: { result: { agent_id: '0199' } },
        source_ref: { native_id: 'call_1' },
      },
      { tool_name: 'wait', input: { params: { receivers: '0199' } }, outcome: 'unknown' },
    ]);
  });
});

describe('texts', () => {
  it('that a review prints twice are there once', async () => {
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
});
