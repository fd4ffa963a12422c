import { describe, expect, it } from 'vitest';
import { answered, called, event, header, item, said, sessionFrom } from './rolloutFrom.ts';

describe('calls', () => {
  it('are paired by id, out of order, and joined with events about them', async () => {
    const whole = `one\n${'two\n'.repeat(40)}`;
    const end = {
      type: 'exec_command_end',
      call_id: 'a',
      command: ['/bin/bash', '-lc', 'ls'],
      cwd: '/w',
      parsed_cmd: [{ type: 'list_files' }],
      stdout: whole,
      stderr: 'warning',
      aggregated_output: whole,
      exit_code: 0,
      duration: { secs: 1, nanos: 500_000_000 },
    };
    const session = await sessionFrom([
      header(),
      item(1, called('a', 'exec_command', { cmd: 'ls' })),
      item(1, called('b', 'shell_command', { command: 'false' })),
      item(2, answered('b', 'Exit code: 1\nWall time: 0.1 seconds\nOutput:\n')),
      event(3, end),
      item(3, answered('a', 'Total output lines: 41\nOutput:\none\n…1 tokens truncated…\n')),
    ]);
    expect(session.tool_calls).toMatchObject([
      {
        outcome: 'succeeded',
        duration_ms: 1500,
        context_contribution: { type: 'search_result', full_content: whole },
        output: { result: { exit_code: 0, stderr: 'warning', cut_for_model: true } },
        extensions: { 'codex-rollout': { shell: '/bin/bash', cwd: '/w' } },
      },
      { outcome: 'failed', duration_ms: 100, output: { error: 'Exit code 1', result: { exit_code: 1 } } },
    ]);
    expect(session.tool_calls[0]?.output.truncated).toBeUndefined();
  });

  it('link what continues a running process or cell', async () => {
    const session = await sessionFrom([
      header(),
      item(1, called('a', 'exec_command', { cmd: 'npm run dev' })),
      item(2, answered('a', 'Chunk ID: 1\nWall time: 1.0 seconds\nProcess running with session ID 7\nOutput:\n')),
      item(3, called('b', 'write_stdin', { session_id: 7, chars: '' })),
      item(4, { type: 'custom_tool_call', name: 'exec', input: 'x', call_id: 'c' }),
      item(5, { type: 'custom_tool_call_output', call_id: 'c', output: 'Script running with cell ID 2\nOutput:\n' }),
      item(6, called('d', 'wait', { cell_id: '2' })),
      item(7, called('e', 'wait', { targets: ['agent'] })),
    ]);
    const extensions = session.tool_calls.map((call) => call.extensions?.['codex-rollout']);
    expect(extensions).toMatchObject([
      undefined,
      { continues: 'a' },
      { inner_tools: [] },
      { continues: 'c' },
      undefined,
    ]);
    expect(session.tool_calls[0]).toMatchObject({ outcome: 'unknown', output: { result: { runs_on_as: '7' } } });
  });

  it('do not last over the days until an interrupted session continues', async () => {
    const day = 86_400;
    const { tool_calls } = await sessionFrom([
      header(),
      item(1, called('cut', 'shell', { command: ['sleep', '9'] })),
      item(2, said('assistant', 'It runs.')),
      item(3 * day, said('user', 'Go on')),
      item(3 * day + 1, answered('cut', 'aborted')),
      item(3 * day + 2, called('short', 'shell', { command: ['ls'] })),
      item(3 * day + 9, answered('short', 'aborted')),
    ]);
    expect(tool_calls).toMatchObject([
      { outcome: 'interrupted', duration_ms: 1000, inferred: ['ended_at', 'duration_ms'] },
      { outcome: 'interrupted', duration_ms: 7000 },
    ]);
  });

  it('have their patches as they were applied, or else as requested', async () => {
    const input = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch';
    const custom = (call_id: string) => ({ type: 'custom_tool_call', name: 'apply_patch', input, call_id });
    const changes = { '/w/a.ts': { type: 'update', unified_diff: '@@ -4 +4 @@\n-x\n+y\n' } };
    const session = await sessionFrom([
      header(),
      item(1, custom('a')),
      event(1, { type: 'patch_apply_end', call_id: 'a', success: true, changes }),
      item(1, { type: 'custom_tool_call_output', call_id: 'a', output: 'Exit code: 0\nOutput:\nSuccess.' }),
      item(2, called('b', 'shell', { command: ['bash', '-lc', `apply_patch <<'EOF'\n${input}\nEOF`] })),
      item(2, answered('b', '{"output":"Success.","metadata":{"exit_code":0,"duration_seconds":0}}')),
      item(3, custom('c')),
      item(3, { type: 'custom_tool_call_output', call_id: 'c', output: 'apply_patch verification failed: no' }),
    ]);
    const [applied, asked, failed] = session.tool_calls;
    expect(applied?.output.result?.patches).toMatchObject([{ path: '/w/a.ts', hunks: [{ old_start: 4 }] }]);
    expect(applied?.inferred).toBeUndefined();
    expect(asked?.output.result).toMatchObject({ display: 'Edited a.ts (+1 −1)', patches: [{ path: 'a.ts' }] });
    expect(asked?.inferred).toEqual(['output.result.patches']);
    expect(failed).toMatchObject({ outcome: 'failed', output: { error: 'apply_patch verification failed: no' } });
    expect(session.summary.files_modified).toEqual(['/w/a.ts', 'a.ts']);
  });

  it('have a plan event next to the call that made it', async () => {
    const plan = [
      { step: 'Read', status: 'completed' },
      { step: 'Write', status: 'in_progress' },
    ];
    const session = await sessionFrom([header(), item(1, called('a', 'update_plan', { explanation: 'why', plan }))]);
    expect(session.events).toMatchObject([
      {
        type: 'plan',
        call_id: 'tool-001',
        explanation: 'why',
        items: [
          { text: 'Read', status: 'completed' },
          { text: 'Write', status: 'in_progress' },
        ],
      },
    ]);
  });

  it("join a search's item and event, with the results of either", async () => {
    const action = { type: 'search', query: 'tides' };
    const results = [{ title: 'T', url: 'https://example.com', snippet: 's' }];
    const session = await sessionFrom([
      header(),
      event(1, { type: 'web_search_end', call_id: 'ws_1', query: 'tides', action, results }),
      item(1, { type: 'web_search_call', status: 'completed', action }),
      item(2, { type: 'web_search_call', status: 'completed', action }),
      event(2, { type: 'web_search_end', call_id: 'ws_2', query: 'tides', action, results }),
    ]);
    expect(session.tool_calls.map((call) => call.output.result?.results)).toEqual([results, results]);
  });

  it('name tools of servers by server and tool', async () => {
    const session = await sessionFrom([
      header(),
      item(1, { ...called('a', 'ask_question', {}), namespace: 'mcp__docs' }),
      item(2, called('b', 'docs__read_page', {})),
      item(3, { ...called('c', 'spawn_agent', {}), namespace: 'collaboration' }),
    ]);
    expect(session.tool_calls.map(({ tool_name, tool_category }) => [tool_name, tool_category])).toEqual([
      ['mcp__docs__ask_question', 'perception'],
      ['docs__read_page', 'perception'],
      ['spawn_agent', 'interaction'],
    ]);
  });

  it("take the exit code of a script's only command from the shell's printed answer", async () => {
    const script = (call_id: string, input: string) => ({ type: 'custom_tool_call', name: 'exec', input, call_id });
    const printed = (call_id: string, text: string) => ({
      type: 'custom_tool_call_output',
      call_id,
      output: [
        { type: 'input_text', text: 'Script completed\nWall time 1.0 seconds\nOutput:\n' },
        { type: 'input_text', text },
      ],
    });
    const one = 'const r = await tools.exec_command({"cmd":"make"}); text(JSON.stringify(r));';
    const answer = '{"output":"no rule","exit_code":2,"chunk_id":"c"}';
    const { tool_calls } = await sessionFrom([
      header(),
      item(1, script('a', one)),
      item(2, printed('a', answer)),
      item(3, script('b', `${one}${one}`)),
      item(4, printed('b', answer)),
      item(5, script('c', one)),
      item(6, printed('c', '{"exit_code":2,"all":3}')),
      item(7, script('d', one)),
      item(8, printed('d', `first\n${answer}`)),
    ]);
    expect(tool_calls.map(({ outcome }) => outcome)).toEqual(['failed', 'succeeded', 'succeeded', 'succeeded']);
    expect(tool_calls[0]).toMatchObject({
      output: { result: { exit_code: 2 } },
      inferred: ['outcome', 'output.result.exit_code'],
    });
  });

  it('have both streams of a command whose end does not join them', async () => {
    const ended = (more: object) =>
      event(1, {
        type: 'item_completed',
        item: { type: 'CommandExecution', command: ['make'], exit_code: 1, ...more },
      });
    const { tool_calls } = await sessionFrom([
      header(),
      ended({ id: 'a', stdout: 'built' }),
      ended({ id: 'b', stdout: 'built', stderr: 'warned\n' }),
      ended({ id: 'c', stdout: 'built', aggregated_output: 'both' }),
    ]);
    const texts = tool_calls.map(({ output }) => output.result?.display);
    expect(texts).toEqual(['built', 'built', 'both']);
    expect(tool_calls[1]?.output.result).toMatchObject({ stderr: 'warned\n' });
  });

  it("are made from items in the server's spelling, and extensions of any kind", async () => {
    const completed = (itemFields: object) => event(1, { type: 'item_completed', item: itemFields });
    const mcp = { type: 'mcpToolCall', id: 'm', server: 'docs', tool: 'search', durationMs: 40, arguments: { q: 'a' } };
    const { tool_calls, events } = await sessionFrom([
      header(),
      item(1, { ...called('call', 'search', {}), namespace: 'mcp__docs' }),
      completed({ ...mcp, id: 'call', result: { isError: true, content: 'No such page.' } }),
      item(1, answered('call', 'No such page.')),
      completed({ ...mcp, result: { content: [{ type: 'text', text: 'A page.' }] } }),
      completed({ type: 'Extension', kind: 'notes.added', id: 'n', status: 'completed', text: 'Kept.' }),
    ]);
    expect(tool_calls).toMatchObject([
      { outcome: 'failed', duration_ms: 40, output: { error: 'No such page.' } },
      {
        tool_name: 'mcp__docs__search',
        outcome: 'succeeded',
        duration_ms: 40,
        output: { result: { display: 'A page.' } },
      },
    ]);
    expect(events).toMatchObject([{ type: 'notice', text: 'Extension notes.added: completed: Kept.' }]);
  });
});
