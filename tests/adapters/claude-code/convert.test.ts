import { describe, expect, it } from 'vitest';
import { LogDrawing, SESSION, sessionOf } from './drawLog.ts';
import { eventsOf, messages, notices } from './sessionParts.ts';

describe('messages', () => {
  it("distinguishes a person's words from what the CLI writes in the user role", async () => {
    const log = new LogDrawing();
    log.user('<system-reminder>be kind</system-reminder>\n\nhello', { promptSource: 'queued' });
    log.user('<command-name>/cost</command-name>\n<command-args></command-args>');
    log.user('<local-command-stdout>$1</local-command-stdout>');
    log.user('<bash-input>ls</bash-input>');
    log.user('<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>');
    log.user('skill text', { isMeta: true, sourceToolUseID: 'x' });
    log.user('Stop hook feedback:\nfix it', { isMeta: true });
    log.user('<teammate-message teammate_id="mei">done</teammate-message>');
    log.user('This session is being continued', { isCompactSummary: true });
    log.user('[Request interrupted by user]');
    const session = await sessionOf(log);
    expect(messages(session)).toEqual([
      ['system', 'context', 'be kind'],
      ['user', 'queued', 'hello'],
      ['user', 'command', '/cost'],
      ['system', 'command', '$1'],
      ['user', 'shell', 'ls'],
      ['system', 'shell', 'a\nb'],
      ['system', 'context', 'skill text'],
      ['system', 'hook', 'Stop hook feedback:\nfix it'],
      ['user', 'teammate', 'done'],
      ['system', 'context', 'This session is being continued'],
    ]);
    expect(notices(session)).toEqual([['interruption', '[Request interrupted by user]']]);
    expect(session).toMatchObject({ user_prompt: 'hello', status: 'failed', outcome: 'interrupted' });
  });

  it('names sender and recipient within a team', async () => {
    const log = new LogDrawing({ teamName: 'tide', agentName: 'lin' });
    log.user('<teammate-message teammate_id="mei">done</teammate-message>');
    const session = await sessionOf(log);
    expect(eventsOf(session, 'message')).toMatchObject([{ from: 'mei', to: 'lin', text: 'done' }]);
    expect(session.extensions).toMatchObject({ 'claude-code': { team_name: 'tide' } });
  });

  it('takes a command that asks the model as the prompt if a person wrote no other', async () => {
    const log = new LogDrawing();
    log.user('<command-name>/model</command-name><command-args>opus</command-args>');
    log.user('<local-command-stdout>Set model</local-command-stdout>');
    log.user('<command-name>/plan</command-name><command-args>a bridge</command-args>');
    log.user('Plan this: a bridge', { isMeta: true });
    expect((await sessionOf(log)).user_prompt).toBe('/plan a bridge');
  });

  it('says that thinking was withheld, not that there was none', async () => {
    const log = new LogDrawing();
    log.assistant([
      { type: 'thinking', thinking: '', signature: 's' },
      { type: 'thinking', thinking: 'hm' },
    ]);
    log.assistant([{ type: 'redacted_thinking', data: 'x' }]);
    expect(eventsOf(await sessionOf(log), 'thinking').map(({ text, omitted }) => text ?? omitted)).toEqual([
      true,
      'hm',
      true,
    ]);
  });

  it('keeps images and documents with their prompt', async () => {
    const log = new LogDrawing();
    const data = btoa('picture');
    log.user([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
      { type: 'document', source: { type: 'text', data: 'words' }, title: 'a.txt' },
      { type: 'text', text: 'look' },
    ]);
    const [message] = eventsOf(await sessionOf(log), 'message');
    expect(message).toMatchObject({
      text: 'look',
      attachments: [
        { kind: 'image', media_type: 'image/png', bytes: 7 },
        { kind: 'document', name: 'a.txt', text: 'words' },
      ],
      content_refs: [{ pointer: '/attachments/0' }],
    });
  });
});

describe('usage', () => {
  const usage = (output: number) => ({ input_tokens: 1, output_tokens: output, cache_read_input_tokens: 10 });

  it('counts a response once, at its largest, when the conversation continues', async () => {
    const log = new LogDrawing();
    log.assistant([{ type: 'text', text: 'a' }], { message: { id: 'm1', usage: usage(1) } });
    log.call('t', 'Bash', { command: 'x' }, { message: { id: 'm1', usage: usage(30) } });
    log.result('t', 'ok');
    log.assistant([{ type: 'text', text: 'b' }], { message: { id: 'm2', usage: usage(5) } });
    log.user('next');
    const session = await sessionOf(log);
    expect(eventsOf(session, 'usage').map((event) => event.usage.output)).toEqual([30, 5]);
    expect(session.usage).toEqual({ input: 2, output: 35, cache_read: 20 });
  });

  it('adds only the growth of a response that was already counted', async () => {
    const log = new LogDrawing();
    log.assistant([{ type: 'text', text: 'a' }], { message: { id: 'm1', usage: usage(2) } });
    log.user('typed while it streamed');
    log.assistant([{ type: 'text', text: 'b' }], { message: { id: 'm1', usage: usage(9) } });
    expect((await sessionOf(log)).usage).toEqual({ input: 1, output: 9, cache_read: 10 });
  });

  it('counts the tokens that a fork copied if its origin is missing', async () => {
    const log = new LogDrawing();
    const forkedFrom = { sessionId: 'origin', messageUuid: 'last' };
    log.assistant([{ type: 'text', text: 'a' }], { message: { id: 'm1', usage: usage(2) }, forkedFrom });
    log.assistant([{ type: 'text', text: 'b' }], { message: { id: 'm2', usage: usage(3) } });
    const session = await sessionOf(log);
    expect(session.usage?.output).toBe(5);
    expect(session.parent).toEqual({ relation: 'forked', native_id: 'origin', message_id: 'last' });
  });
});

describe('actions of the program itself', () => {
  it('are attached to their call: a hook that refused it, one that ran, one that made the agent continue', async () => {
    const log = new LogDrawing();
    log.user('go');
    log.call('t1', 'Bash', { command: 'rm x' });
    const hook = { hookName: 'PreToolUse:Bash', hookEvent: 'PreToolUse', toolUseID: 't1' };
    const blockingError = { blockingError: 'not here', command: 'guard.sh' };
    log.add('attachment', { attachment: { ...hook, type: 'hook_blocking_error', blockingError } });
    log.result('t1', 'Hook PreToolUse:Bash denied this tool', { is_error: true });
    const ran = { stdout: 'noted', stderr: '', exitCode: 0, durationMs: 12, command: 'note.sh' };
    log.add('attachment', { attachment: { ...hook, type: 'hook_success', hookName: 'PostToolUse', ...ran } });
    const hookInfos = [{ command: 'stop.sh', durationMs: 5 }];
    log.add('system', { subtype: 'stop_hook_summary', hookCount: 1, hookInfos, hookErrors: ['Keep going'] });
    const session = await sessionOf(log);
    expect(session.tool_calls).toMatchObject([{ outcome: 'denied' }]);
    expect(session.events.filter(({ type }) => type === 'notice')).toMatchObject([
      { kind: 'hook', text: 'PreToolUse:Bash hook blocked\nguard.sh\nnot here', call_id: 'tool-001' },
      { kind: 'hook', text: 'PostToolUse hook succeeded\nnote.sh\nnoted', call_id: 'tool-001', duration_ms: 12 },
      { kind: 'hook', text: expect.stringContaining('Keep going') },
    ]);
  });

  it('name no model if only the program answered', async () => {
    const log = new LogDrawing();
    log.user('hello');
    const message = { model: '<synthetic>', usage: { input_tokens: 0, output_tokens: 0 } };
    log.assistant([{ type: 'text', text: 'API Error: 529' }], { message, isApiErrorMessage: true });
    const session = await sessionOf(log);
    expect(session).toMatchObject({ status: 'failed', agent: { model_id: 'unknown' } });
    expect(session.inferred).toContain('agent.model_id');
    expect(notices(session)).toEqual([['api_error', 'API Error: 529']]);
  });

  it('may repeat a response in a sidechain under another request, whose tokens count once', async () => {
    const log = new LogDrawing();
    log.user('a');
    const message = { id: 'm1', usage: { input_tokens: 1, output_tokens: 9 } };
    log.assistant([{ type: 'text', text: 'x' }], { requestId: 'r1', message });
    log.assistant([{ type: 'text', text: 'x' }], { requestId: 'r2', isSidechain: true, message });
    const session = await sessionOf(log);
    expect([session, ...session.sub_sessions].map((each) => each.usage?.output)).toEqual([9, undefined]);
  });
});

describe('damaged records', () => {
  it('keep readable times, in the order of the file', async () => {
    const log = new LogDrawing();
    log.user('none', { timestamp: undefined, timesstamp: '2026-01-01T00:00:01Z' });
    log.user('micros', { timestamp: '2026-01-01T00:00:05.123456Z' });
    log.user('backwards', { timestamp: '2025-12-31T00:00:05Z', uuid: undefined });
    log.user('before 1970', { timestamp: '1969-12-31T00:00:05Z' });
    const { events } = await sessionOf(log);
    expect(events.map((event) => [event.type === 'message' && event.text, event.at])).toEqual([
      ['none', undefined],
      ['micros', '2026-01-01T00:00:05.123Z'],
      ['backwards', '2025-12-31T00:00:05.000Z'],
      ['before 1970', '1969-12-31T00:00:05.000Z'],
    ]);
  });

  it('keep names, inputs and contents of any shape', async () => {
    const log = new LogDrawing();
    log.user(['bare string', { type: 'text', text: 'b' }]);
    const garbage = 'Task" >\n<parameter name="description';
    log.call('t1', garbage, { __unparsedToolInput: '{"a":' });
    log.result('t1', { odd: 1 });
    log.result('late', 'too early');
    log.call('late', 'Bash', { command: 'ls' });
    log.call('t2', 'Novel', {});
    log.result('t2', [
      { type: 'tool_reference', tool_name: 'Found' },
      { type: 'text', text: 'words' },
    ]);
    log.user(null);
    const session = await sessionOf(log);
    expect(session.tool_calls).toMatchObject([
      { tool_name: garbage, input: { params: { __unparsedToolInput: '{"a":' } }, outcome: 'succeeded' },
      { tool_name: 'Bash', outcome: 'unanswered' },
      { tool_name: 'Novel', outcome: 'succeeded' },
    ]);
    expect(JSON.stringify(session.tool_calls[2])).toMatch(/Found.*words/);
    expect(notices(session)).toEqual([['orphan_result', 'too early']]);
    expect(session.provenance?.diagnostics).toEqual({
      'malformed-record': 1,
      'orphan-result': 1,
      'unanswered-call': 1,
    });
  });
});

describe('branches and copies', () => {
  it('marks what a rewind left behind, and nothing for parallel calls', async () => {
    const log = new LogDrawing();
    log.user('one');
    const first = log.call('a', 'Read', { file_path: '/a' });
    log.call('b', 'Read', { file_path: '/b' });
    log.result('a', 'A', { parentUuid: first });
    log.result('b', 'B');
    const fork = log.assistant([{ type: 'text', text: 'read' }]);
    log.user('two');
    log.assistant([{ type: 'text', text: 'wrong way' }]);
    log.user('three', { parentUuid: fork });
    log.assistant([{ type: 'text', text: 'right way' }]);
    const session = await sessionOf(log);
    const left = session.events.filter(({ branch }) => branch === 'abandoned');
    expect(left.map((event) => ('text' in event ? event.text : ''))).toEqual(['two', 'wrong way']);
    expect(session.tool_calls.some(({ branch }) => branch === 'abandoned')).toBe(false);
  });

  it('marks what a later record retracts', async () => {
    const log = new LogDrawing();
    log.user('ask');
    const gone = log.assistant([{ type: 'text', text: 'half' }], { isAbortedMidStream: true });
    log.assistant([{ type: 'text', text: 'whole' }], { supersedesUuids: [gone] });
    const session = await sessionOf(log);
    expect(eventsOf(session, 'message').map(({ text, branch }) => [text, branch])).toEqual([
      ['ask', undefined],
      ['half', 'abandoned'],
      ['whole', undefined],
    ]);
  });

  it('recognises repeated records, with the same or with new uuids', async () => {
    const log = new LogDrawing();
    log.user('ask');
    log.call('t', 'Bash', { command: 'x' }, { message: { id: 'm1', usage: { output_tokens: 4 } } });
    log.result('t', 'out');
    const old = log.records.slice();
    log.add('system', { subtype: 'compact_boundary', content: 'Conversation compacted', parentUuid: null });
    for (const [index, record] of old.entries())
      log.raw({ ...record, uuid: `1111111${index}-0000-4000-8000-000000000000` });
    for (const record of old) log.raw({ ...record, sessionId: 'another' });
    const session = await sessionOf(log);
    expect(session.tool_calls).toHaveLength(1);
    expect(session.usage?.output).toBe(4);
    expect(session.provenance?.account.ignored).toEqual({ replayed_record: 6 });
  });

  it('names the session that was resumed', async () => {
    const log = new LogDrawing({ sessionId: 'before' });
    const last = log.user('old');
    log.user('new', { sessionId: SESSION });
    expect((await sessionOf(log)).parent).toEqual({ relation: 'resumed', native_id: 'before', message_id: last });
  });
});

describe('settings', () => {
  it('are reported when they change, not when they are repeated', async () => {
    const log = new LogDrawing();
    log.user('a', { permissionMode: 'default' });
    log.raw({ type: 'permission-mode', permissionMode: 'default', sessionId: SESSION });
    log.user('b', { permissionMode: 'plan', cwd: '/q' });
    log.assistant([{ type: 'text', text: 'x' }], { message: { model: 'm1' }, effort: 'low' });
    log.assistant([{ type: 'text', text: 'y' }], { message: { model: 'm2' }, effort: 'high' });
    const session = await sessionOf(log);
    expect(notices(session)).toEqual([
      ['info', 'Working directory: /q'],
      ['mode_change', 'Permission mode: default → plan'],
      ['info', 'Working directory: /p'],
      ['model_change', 'Model: m1 → m2'],
      ['mode_change', 'Effort: low → high'],
    ]);
    expect(session.events.flatMap((event) => (event.type === 'notice' ? (event.workdir ?? []) : []))).toEqual([
      '/q',
      '/p',
    ]);
    expect(session.environment).toMatchObject({ approval: 'default', reasoning_effort: 'low', cwd: '/p' });
    expect(session.provenance?.account.ignored).toEqual({ repeated_setting: 1 });
  });
});

describe('compaction', () => {
  it('keeps its token counts before and after, and the summary', async () => {
    const log = new LogDrawing();
    log.add('system', {
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      compactMetadata: { trigger: 'auto', preTokens: 900, postTokens: 90, durationMs: 5 },
    });
    log.user('Summary: all', { isCompactSummary: true });
    log.add('system', { subtype: 'microcompact_boundary', microcompactMetadata: { preTokens: 500, tokensSaved: 200 } });
    const session = await sessionOf(log);
    expect(eventsOf(session, 'notice')).toMatchObject([
      { kind: 'compaction', tokens_before: 900, tokens_after: 90, duration_ms: 5 },
      { kind: 'compaction', tokens_before: 500, tokens_after: 300 },
    ]);
    expect(messages(session)).toEqual([['system', 'context', 'Summary: all']]);
  });
});
