import { describe, expect, it } from 'vitest';
import { createAssembly } from '../../../src/adapters/assemble/createAssembly.ts';
import { toSession } from '../../../src/adapters/index.ts';
import { createRedactor, literalRule } from '../../../src/redaction/index.ts';
import { sessionSchema } from '../../../src/session/index.ts';
import { assemble, at, first, options } from './assemble.ts';

describe('createAssembly', () => {
  it('pairs a result with its call by native id and keeps the order of calls', () => {
    const { session } = assemble((sink) => {
      sink.openCall({ name: 'Read', params: { file_path: 'a.ts' }, nativeId: 'x', at: at(1) });
      sink.openCall({ name: 'Bash', params: {}, nativeId: 'y', at: at(2) });
      sink.closeCall('y', { outcome: 'failed', error: 'Exit code 1', exitCode: 1, at: at(3) });
      sink.closeCall('x', { outcome: 'succeeded', text: 'one\ntwo', contributes: 'file_content', at: at(4) });
    });
    expect(session.tool_calls.map(({ call_id, tool_name, outcome }) => [call_id, tool_name, outcome])).toEqual([
      ['tool-001', 'Read', 'succeeded'],
      ['tool-002', 'Bash', 'failed'],
    ]);
    expect(first(session)).toMatchObject({
      duration_ms: 3000,
      tool_category: 'perception',
      output: { status: 'success', result: { display: 'one' } },
      context_contribution: { type: 'file_content', summary: 'one', full_content: 'one\ntwo' },
    });
    expect(session.summary).toMatchObject({ tool_calls_count: 2, errors_encountered: 1 });
  });

  it('takes as title the first prompt that says something, else a bare command', () => {
    const titleOf = (...prompts: string[]) =>
      assemble((sink) => {
        for (const text of prompts) sink.message({ role: 'user', text });
      }).session;
    expect(titleOf('/clear', '[Image #1]', 'Close the gaps.', 'All of them.')).toMatchObject({
      task_title: 'Close the gaps.',
      user_prompt: '/clear',
      inferred: expect.arrayContaining(['task_title']),
    });
    expect(titleOf('/clear', '[Image #1]').task_title).toBe('/clear');
  });

  it('names the files that calls changed without a patch, and says which ones it only assumes to be new', () => {
    const { session } = assemble((sink) => {
      const use = (name: string, params: Record<string, unknown>, outcome: 'succeeded' | 'failed' = 'succeeded') =>
        sink.closeCall(sink.openCall({ name, params }), { outcome });
      use('read', { path: 'known.ts' });
      use('write', { path: 'known.ts', content: 'a' });
      use('write', { path: 'new.ts', content: 'a' });
      use('write', { command: 'str_replace', path: 'replaced.ts', old_str: 'a', new_str: 'b' });
      use('edit', { path: 'old.ts', oldText: 'a', newText: 'b' });
      use('edit', { path: 'failed.ts', oldText: 'a', newText: 'b' }, 'failed');
      use('delete', { path: 'gone.ts' });
      use('mcp__hub__update_file', { path: 'elsewhere.ts' });
    });
    expect(session.summary).toMatchObject({
      files_created: ['new.ts'],
      files_modified: ['gone.ts', 'known.ts', 'old.ts', 'replaced.ts'],
    });
    expect(session.inferred).toContain('summary.files_created');
  });

  it('takes as prompt and title the first prompt that was not taken back', () => {
    const { session } = assemble((sink) => {
      sink.abandon([sink.message({ role: 'user', text: 'Close the gasp.' })]);
      sink.message({ role: 'user', text: 'Close the gaps.' });
    });
    expect(session).toMatchObject({ task_title: 'Close the gaps.', user_prompt: 'Close the gaps.' });
    const { session: none } = assemble((sink) => {
      sink.abandon([sink.message({ role: 'user', text: 'Close the gasp.' })]);
    });
    expect(none.user_prompt).toBe('Close the gasp.');
  });

  it("renames a source field that has a standard field's name but an invalid value", () => {
    const { session } = assemble((sink) => {
      sink.openCall({ name: 'Odd', params: {}, nativeId: 'x', at: at(1) });
      const fields = { stderr: -1, text: ['a'], exit_code: 'one', patches: 'none', attachments: [1], lines: 3 };
      sink.closeCall('x', { outcome: 'succeeded', text: 'done', fields, at: at(2) });
      sink.openCall({ name: 'Odd', params: {}, nativeId: 'y', at: at(3) });
      sink.closeCall('y', { outcome: 'succeeded', text: 'done', fields: { stderr: 'oh', exit_code: 2 }, at: at(4) });
      sink.amendCall('x', { fields: { display: 7 } });
    });
    expect(sessionSchema.safeParse(session).error).toBeUndefined();
    expect(session.tool_calls[0]?.output.result).toEqual({
      display: 'done',
      display_in_source: 7,
      stderr_in_source: -1,
      text_in_source: ['a'],
      exit_code_in_source: 'one',
      patches_in_source: 'none',
      attachments_in_source: [1],
      lines: 3,
    });
    expect(session.tool_calls[1]?.output.result).toMatchObject({ stderr: 'oh', exit_code: 2 });
  });

  it('keeps a result without a call as a notice, drops a second result, and reports both', () => {
    const { session, codes } = assemble((sink) => {
      expect(sink.closeCall('nobody', { outcome: 'succeeded', text: 'late' })).toBe('orphan');
      sink.openCall({ name: 'Read', params: {}, nativeId: 'x' });
      expect(sink.closeCall('x', { outcome: 'succeeded' })).toBe('closed');
      expect(sink.closeCall('x', { outcome: 'failed' })).toBe('duplicate');
    });
    expect(session.events).toMatchObject([{ type: 'notice', kind: 'orphan_result', text: 'late' }]);
    expect(codes).toEqual(['orphan-result', 'duplicate-result', 'time-inferred']);
  });

  it('ends a call without a result as unanswered, and the session as in progress', () => {
    const { session, codes } = assemble((sink) => {
      sink.openCall({ name: 'Bash', params: {}, nativeId: 'x', at: at(1) });
    });
    expect(first(session)).toMatchObject({
      outcome: 'unanswered',
      output: { status: 'failed' },
      ended_at: at(1),
      inferred: ['ended_at', 'duration_ms'],
    });
    expect(session).toMatchObject({ status: 'in_progress', outcome: 'unknown' });
    expect(codes).toContain('unanswered-call');
  });

  it.each([
    ['before its result', true, true],
    ['after its result', false, true],
    ['before its result, in a log without a clock', true, false],
    ['after its result, in a log without a clock', false, false],
  ])('amends a call %s', (_, early, clocked) => {
    const { session } = assemble(
      (sink) => {
        const amend = () => sink.amendCall('x', { outcome: 'cancelled', exitCode: 143, fields: { note: 'stopped' } });
        sink.openCall({ name: 'Bash', params: {}, nativeId: 'x', ...(clocked ? { at: at(1) } : {}) });
        if (early) amend();
        sink.closeCall('x', { outcome: 'succeeded', text: 'running', durationMs: 2000 });
        if (!early) amend();
      },
      { hints: { startedAt: at(1) } },
    );
    expect(first(session)).toMatchObject({
      started_at: at(1),
      ended_at: at(3),
      outcome: 'cancelled',
      output: { status: 'failed', result: { display: 'running', exit_code: 143, note: 'stopped' } },
    });
    expect(session.summary.errors_encountered).toBe(1);
  });

  it('extracts long texts of an amendment like any others', () => {
    const { session, contents } = assemble((sink) => {
      sink.openCall({ name: 'Bash', params: {}, nativeId: 'x', at: at(1) });
      sink.closeCall('x', { outcome: 'succeeded', text: 'a'.repeat(20_000) });
      sink.amendCall('x', { fields: { more: 'b'.repeat(20_000) } });
    });
    const pointers = first(session)?.content_refs?.map(({ pointer }) => pointer);
    expect(pointers).toEqual(['/output/result/text', '/output/result/more']);
    expect(contents).toHaveLength(2);
  });

  it('amends a closed call, and marks what a rewind left behind', () => {
    const { session } = assemble((sink) => {
      const message = sink.message({ role: 'user', text: 'first try', at: at(0) });
      sink.openCall({ name: 'Task', params: {}, nativeId: 'x', at: at(1), subagent: { subagent_type: 'Explore' } });
      sink.closeCall('x', { outcome: 'succeeded', at: at(1) });
      sink.amendCall('x', { at: at(30), outcome: 'cancelled', fields: { note: 'stopped' } });
      sink.abandon([message]);
    });
    expect(first(session)).toMatchObject({
      ended_at: at(30),
      duration_ms: 29_000,
      outcome: 'cancelled',
      output: { status: 'failed', result: { note: 'stopped' } },
      subagent_info: { subagent_type: 'Explore', tool_uses: 0 },
      inferred: ['subagent_info.tool_uses'],
    });
    expect(session.events[0]).toMatchObject({ branch: 'abandoned' });
  });

  it('nests the runs of subagents, and counts their calls if the starting call does not', () => {
    const { session, codes } = assemble((sink) => {
      sink.openCall({ name: 'Task', params: {}, nativeId: 'x', at: at(1), subagent: { subagent_type: 'Explore' } });
      const outer = sink.subSession('agent-a');
      outer.describe({ triggeredBy: 'x', agentId: 'a', agentType: 'Explore' });
      outer.openCall({ name: 'Task', params: {}, nativeId: 'y', at: at(2) });
      const inner = sink.subSession('agent-b');
      inner.describe({ parentNativeId: 'agent-a', triggeredBy: 'y' });
      const read = inner.openCall({ name: 'Read', params: {}, at: at(3) });
      inner.closeCall(read, { outcome: 'succeeded', at: at(4) });
      outer.closeCall('y', { outcome: 'succeeded', at: at(5) });
      sink.closeCall('x', { outcome: 'succeeded', at: at(6) });
      sink.subSession('stray').message({ role: 'assistant', text: 'alone', at: at(2) });
    });
    expect(
      session.sub_sessions.map((sub) => [sub.sub_session_id, sub.parent_session_id, sub.triggered_by_call_id]),
    ).toEqual([
      ['sub-001', 'named', 'tool-001'],
      ['sub-002', 'sub-001', 'sub-001-tool-001'],
      ['sub-003', 'named', undefined],
    ]);
    expect(first(session)?.subagent_info).toEqual({
      subagent_type: 'Explore',
      tool_uses: 1,
      tools_breakdown: [{ tool_name: 'Task', count: 1 }],
      sub_session_id: 'sub-001',
    });
    expect(first(session)).not.toHaveProperty('inferred');
    expect(session.sub_sessions[0]?.agent).toEqual({ agent_id: 'a', agent_type: 'Explore' });
    expect(session.sub_sessions[1]?.tool_calls[0]?.call_id).toBe('sub-002-tool-001');
    expect(codes).toEqual(['unlinked-subagent']);
  });

  it('counts all runs of a call that started several, and names the first', () => {
    const { session } = assemble((sink) => {
      sink.openCall({
        name: 'Workflow',
        params: {},
        nativeId: 'w',
        at: at(1),
        subagent: { subagent_type: 'workflow' },
      });
      for (const agent of ['a', 'b']) {
        const run = sink.subSession(agent);
        run.describe({ triggeredBy: 'w' });
        run.closeCall(run.openCall({ name: 'Read', params: {}, at: at(2) }), { outcome: 'succeeded', at: at(3) });
      }
      sink.closeCall('w', { outcome: 'succeeded', at: at(4) });
    });
    expect(first(session)?.subagent_info).toEqual({
      subagent_type: 'workflow',
      tool_uses: 2,
      tools_breakdown: [{ tool_name: 'Read', count: 2 }],
      sub_session_id: 'sub-001',
    });
  });

  it('masks before truncating, titling or naming, and counts masks by rule', () => {
    const redactor = createRedactor({ rules: [literalRule({ id: 'toy', label: 'Toy', secrets: ['hunter2'] })] });
    const secret = `${'a'.repeat(4090)}hunter2${'b'.repeat(20_000)}`;
    const { session, contents } = assemble(
      (sink) => {
        sink.describe({ title: 'log in with hunter2', nativeId: 'hunter2' });
        sink.message({ role: 'user', text: 'use hunter2', at: at(0) });
        const call = sink.openCall({ name: 'Bash', params: { command: secret, hunter2: ['hunter2'] }, at: at(1) });
        sink.closeCall(call, {
          outcome: 'succeeded',
          at: at(2),
          text: 'hunter2',
          fields: { raw: { deep: 'hunter2' } },
        });
      },
      { redactor },
    );
    const everything =
      JSON.stringify(session) + contents.map(({ name, bytes }) => name + new TextDecoder().decode(bytes)).join();
    expect(everything).not.toContain('hunter2');
    expect(session.task_title).toBe('log in with [REDACTED:toy]');
    expect(session.provenance?.redactions.toy).toBeGreaterThanOrEqual(7);
  });

  it('uses field names and neighbouring lines to judge a value', () => {
    const key = Array.from({ length: 4 }, (_, line) => `${line}Aa1Bb2Cc3`.repeat(7).slice(0, 64));
    const lines = ['-----BEGIN PRIVATE KEY-----', ...key, '-----END PRIVATE KEY-----'].map((line) => `+${line}`);
    const { session } = assemble(
      (sink) => {
        const call = sink.openCall({ name: 'login', params: { password: 'Tr0ub4dor&3' }, at: at(0) });
        const hunk = { old_start: 0, old_lines: 0, new_start: 1, new_lines: lines.length, lines };
        sink.closeCall(call, {
          outcome: 'succeeded',
          at: at(1),
          patches: [{ path: 'key.pem', change: 'added', hunks: [hunk], before: 'PASSWORD=Tr0ub4dor&3\n' }],
        });
      },
      { redactor: createRedactor() },
    );
    const text = JSON.stringify(session);
    expect(text).not.toContain('Tr0ub4dor');
    expect(text).not.toContain('Aa1Bb2Cc3');
    expect(session.provenance?.redactions).toEqual({ password: 2, 'private-key': 1 });
  });

  it('extracts long texts from the session and references them', () => {
    const long = `${'汉'.repeat(3000)}\n${'x'.repeat(20_000)}`;
    const { session, contents } = assemble((sink) => {
      const call = sink.openCall({ name: 'Write', params: { 'a/b': [long] }, at: at(0) });
      sink.closeCall(call, { outcome: 'succeeded', text: 'short', at: at(1) });
    });
    const call = first(session);
    const [ref] = call?.content_refs ?? [];
    expect(ref).toMatchObject({
      pointer: '/input/params/a~1b/0',
      lines: 2,
      bytes: new TextEncoder().encode(long).length,
    });
    expect(ref?.path).toBe(`named.content/${contents[0]?.name}`);
    expect(new TextDecoder().decode(contents[0]?.bytes)).toBe(long);
    const [kept = ''] = (call?.input.params['a/b'] ?? []) as string[];
    expect(kept.length).toBeLessThan(6000);
    expect(kept).toContain('characters omitted');
  });

  it('stores attachments in the content folder under generated names', () => {
    const { session, contents } = assemble((sink) => {
      sink.message({
        role: 'user',
        text: 'look',
        attachments: [{ kind: 'image', media_type: 'image/png', name: '../../evil.sh', base64: btoa('png bytes') }],
      });
    });
    const [event] = session.events;
    expect(event).toMatchObject({ attachments: [{ kind: 'image', media_type: 'image/png', bytes: 9 }] });
    expect(event?.content_refs?.[0]?.path).toMatch(/^named\.content\/[0-9a-f]{32}\.png$/);
    expect(new TextDecoder().decode(contents[0]?.bytes)).toBe('png bytes');
  });

  it('copies values up to a maximum depth', () => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 10_000; level += 1) deep = { deep };
    const { codes } = assemble((sink) => {
      sink.unknown({ recordType: 'odd', raw: deep });
    });
    expect(codes).toContain('nesting-too-deep');
  });

  it('repairs lone surrogates', () => {
    const { session, codes } = assemble((sink) => {
      sink.message({ role: 'user', text: 'a\uD83D', at: at(0) });
    });
    expect(session.events[0]).toMatchObject({ text: 'a\uFFFD' });
    expect(codes).toContain('lone-surrogate');
  });

  it('adds up what is stated about the environment, and forgets nothing that a later record leaves out', () => {
    const { session } = assemble((sink) => {
      sink.message({ role: 'user', text: 'go', at: at(0) });
      sink.describe({ environment: { cwd: '/work', cli: 'one' } });
      sink.describe({ environment: { cwd: undefined, cli: 'two' } });
      sink.describe({ environment: { locale: 'en' } });
    });
    expect(session.environment).toEqual({ cwd: '/work', cli: 'two', locale: 'en' });
  });

  it('adds up usage once', () => {
    const { session } = assemble((sink) => {
      sink.usage({ usage: { input: 10, output: 2 }, at: at(0) });
      sink.usage({ usage: { output: 3, cache_read: 7 }, at: at(1) });
    });
    expect(session.usage).toEqual({ input: 10, output: 5, cache_read: 7 });
  });

  it('assigns what was counted before the first session to that session', () => {
    const assembly = createAssembly(options);
    assembly.enter({ ignored: 'preamble' });
    assembly.session('a').message({ role: 'user', text: 'one' });
    assembly.enter('converted');
    assembly.session('b').message({ role: 'user', text: 'two' });
    assembly.enter('converted');
    assembly.enter({ dropped: 'malformed-record' });
    const accounts = assembly.finish([]).map(({ session }) => session.head.provenance?.account);
    expect(accounts).toEqual([
      { records: 2, converted: 1, unknown: 0, ignored: { preamble: 1 }, dropped: 0 },
      { records: 2, converted: 1, unknown: 0, ignored: {}, dropped: 1 },
    ]);
  });

  it('can be read while it grows, without changing', () => {
    const assembly = createAssembly(options);
    const sink = assembly.session('main');
    sink.openCall({ name: 'Task', params: {}, nativeId: 'x', at: at(1), subagent: { subagent_type: 'Explore' } });
    sink.subSession('a').describe({ triggeredBy: 'x' });
    sink.subSession('a').openCall({ name: 'Read', params: {}, nativeId: 'y', at: at(2) });
    const read = () => assembly.finish([]).map(({ session, diagnostics }) => ({ ...toSession(session), diagnostics }));
    const early = read();
    expect(read()).toEqual(early);
    expect(early[0]).toMatchObject({
      status: 'in_progress',
      tool_calls: [{ outcome: 'unanswered', subagent_info: { tool_uses: 1 } }],
      diagnostics: [{ code: 'unanswered-call' }, { code: 'unanswered-call' }],
    });
    sink.subSession('a').closeCall('y', { outcome: 'succeeded', at: at(3) });
    sink.closeCall('x', { outcome: 'succeeded', at: at(4) });
    expect(read()[0]).toMatchObject({
      status: 'success',
      tool_calls: [{ outcome: 'succeeded', duration_ms: 3000, subagent_info: { tool_uses: 1 } }],
      diagnostics: [],
    });
  });
});
