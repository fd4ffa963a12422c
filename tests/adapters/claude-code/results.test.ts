import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../../../src/session/index.ts';
import { LogDrawing, sessionOf } from './drawLog.ts';

interface Drawn {
  input?: object;
  content: unknown;
  structured?: unknown;
  is_error?: boolean;
}

/** One call and its result, as the log holds them. */
async function callOf(name: string, { input = {}, content, structured, is_error }: Drawn): Promise<ToolCall> {
  const log = new LogDrawing();
  log.call('t', name, { ...input });
  log.result('t', content, { is_error, ...(structured === undefined ? {} : { toolUseResult: structured }) });
  const [call] = (await sessionOf(log)).tool_calls;
  if (call === undefined) throw new Error('The call is missing.');
  return call;
}

const hunk = { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' a', '-b', '+c'] };
const drawnHunk = { old_start: 1, old_lines: 2, new_start: 1, new_lines: 2, lines: [' a', '-b', '+c'] };

describe('results of file tools', () => {
  it('have no line numbers after a read', async () => {
    const file = { filePath: '/a', content: 'a\nb', numLines: 2, startLine: 1, totalLines: 9 };
    expect(
      await callOf('Read', {
        content: '     1→a\n     2→b',
        structured: { type: 'text', file },
        input: { file_path: '/a' },
      }),
    ).toMatchObject({
      tool_category: 'perception',
      output: { result: { display: 'Read 2 lines', start_line: 1, total_lines: 9 } },
      context_contribution: { type: 'file_content', full_content: 'a\nb' },
    });
  });

  it('have none either if the log has only the text', async () => {
    const reminder = '<system-reminder>careful</system-reminder>';
    expect(await callOf('Read', { content: `     1→a\n     2→\n\n${reminder}` })).toMatchObject({
      context_contribution: { full_content: 'a\n' },
      extensions: { 'claude-code': { reminder } },
    });
  });

  it('attach a picture that was read', async () => {
    const block = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: btoa('png') } };
    const structured = { type: 'image', file: { base64: btoa('png'), type: 'image/png', originalSize: 3 } };
    expect(await callOf('Read', { content: [block], structured })).toMatchObject({
      output: { result: { display: 'Read an image', attachments: [{ kind: 'image', bytes: 3 }] } },
    });
  });

  it.each(['Edit', 'MultiEdit'])('have patches after a change by %s', async (name) => {
    const structured = { filePath: '/a', structuredPatch: [hunk], originalFile: 'a\nb', userModified: true };
    expect(await callOf(name, { content: 'updated', structured })).toMatchObject({
      output: {
        result: {
          display: '+1 −1',
          user_modified: true,
          patches: [{ path: '/a', change: 'modified', hunks: [drawnHunk] }],
        },
      },
    });
  });

  it('have the file before its first change only', async () => {
    const log = new LogDrawing();
    const change = (id: string, filePath: string, more: object = {}): void => {
      log.call(id, 'Edit', { file_path: filePath });
      log.result(id, 'updated', {
        toolUseResult: { filePath, structuredPatch: [hunk], originalFile: 'a\nb', ...more },
      });
    };
    change('first', '/a');
    change('second', '/a', { originalFile: 'a\nc' });
    change('of an older version', '/old', { originalFile: undefined, originalFileContents: 'old' });
    change('not stated', '/none', { originalFile: null });
    change('empty', '/empty', { originalFile: '' });
    log.call('failed', 'Edit', { file_path: '/failed' });
    log.result('failed', 'Error', { is_error: true, toolUseResult: { filePath: '/failed', originalFile: 'a' } });
    change('after a failure', '/failed');
    const { tool_calls } = await sessionOf(log);
    const kept = tool_calls.map(({ input, output }) => [input.params.file_path, output.result?.patches?.[0]?.before]);
    expect(kept).toEqual([
      ['/a', 'a\nb'],
      ['/a', undefined],
      ['/old', 'old'],
      ['/none', undefined],
      ['/empty', undefined],
      ['/failed', undefined],
      ['/failed', 'a\nb'],
    ]);
    expect(tool_calls[0]?.output.result).not.toHaveProperty('original_file');
  });

  it('mark a newly written file as added', async () => {
    const structured = { type: 'create', filePath: '/a', content: 'a\nb', structuredPatch: [] };
    expect(await callOf('Write', { content: 'File created', structured })).toMatchObject({
      output: { result: { display: 'Created with 2 lines', patches: [{ path: '/a', change: 'added' }] } },
    });
  });

  it("take the change from the call's input if there is no structured result", async () => {
    const call = await callOf('Edit', { content: 'updated', input: { file_path: '/b' } });
    expect(call.output.result?.patches).toEqual([{ path: '/b', change: 'modified' }]);
  });
});

describe('results of commands', () => {
  it('have both streams', async () => {
    expect(await callOf('Bash', { content: 'out\nerr', structured: { stdout: 'out', stderr: 'err' } })).toMatchObject({
      output: { result: { stderr: 'err' } },
      context_contribution: { type: 'command_output', full_content: 'out' },
    });
  });

  it('have the exit code and the output of a failed command', async () => {
    expect(
      await callOf('Bash', { content: 'Exit code 2\nboom', structured: 'Error: Exit code 2\nboom', is_error: true }),
    ).toMatchObject({
      outcome: 'failed',
      output: { error: 'Exit code 2', result: { exit_code: 2 } },
      context_contribution: { full_content: 'boom' },
    });
  });

  it('say that a refused command never ran', async () => {
    const content = "The user doesn't want to proceed with this tool use. The tool use was rejected";
    const call = await callOf('Bash', { content, is_error: true });
    expect(call).toMatchObject({ outcome: 'denied', output: { error: content } });
    expect(call.context_contribution).toBeUndefined();
  });

  it('keep the output printed before the log ends', async () => {
    const log = new LogDrawing();
    log.call('t', 'Bash', { command: 'make' });
    log.add('progress', { parentToolUseID: 't', data: { type: 'bash_progress', fullOutput: 'half' } });
    const session = await sessionOf(log);
    expect(session.tool_calls[0]).toMatchObject({
      outcome: 'unanswered',
      context_contribution: { full_content: 'half' },
    });
    expect(session.provenance?.account.ignored).toEqual({ command_progress: 1 });
  });
});

describe('results of searches', () => {
  it.each([
    ['Grep', { mode: 'files_with_matches', filenames: ['a', 'b'], numFiles: 2 }, 'Found 2 files'],
    ['Glob', { filenames: ['a'], numFiles: 1, durationMs: 5, truncated: false }, 'Found 1 file'],
  ])('of %s say how much was found', async (name, structured, display) => {
    const call = await callOf(name, { content: 'a', structured });
    expect(call.output.result?.display).toBe(display);
    expect(call.context_contribution?.type).toBe('search_result');
  });

  it('on the web keep status code and duration', async () => {
    const structured = {
      code: 200,
      codeText: 'OK',
      bytes: 10,
      durationMs: 40,
      result: 'words',
      url: 'https://example.com',
    };
    expect(await callOf('WebFetch', { content: 'words', structured })).toMatchObject({
      duration_ms: 40,
      output: { result: { code: 200 } },
    });
  });
});

describe('results of checklist tools', () => {
  it('become plan events of their calls', async () => {
    const log = new LogDrawing();
    const todos = [{ content: 'a', status: 'in_progress', activeForm: 'doing a' }];
    log.call('t', 'TodoWrite', { todos });
    log.result('t', 'ok', { toolUseResult: { oldTodos: [], newTodos: todos } });
    const session = await sessionOf(log);
    const plans = session.events.filter(({ type }) => type === 'plan');
    expect(plans).toMatchObject([
      {
        call_id: session.tool_calls[0]?.call_id,
        items: [{ text: 'a', status: 'in_progress', active_text: 'doing a' }],
      },
    ]);
  });

  it('build the checklist task by task', async () => {
    const log = new LogDrawing();
    const steps: [string, object, string, object][] = [
      ['TaskCreate', { subject: 'a' }, 'Task #1 created', { task: { id: '1' } }],
      ['TaskCreate', { subject: 'b' }, 'Task #2 created successfully: b', {}],
      ['TaskUpdate', { taskId: '1', status: 'completed' }, 'Updated', { success: true }],
      ['TaskUpdate', { taskId: '2', status: 'deleted' }, 'Updated', { success: true }],
    ];
    for (const [index, [name, input, content, toolUseResult]] of steps.entries()) {
      log.call(`t${index}`, name, { ...input });
      log.result(`t${index}`, content, { toolUseResult });
    }
    const plans = (await sessionOf(log)).events.flatMap((event) => (event.type === 'plan' ? [event.items] : []));
    expect(plans.map((items) => items.map(({ text, status }) => `${text} ${status}`))).toEqual([
      ['a pending'],
      ['a pending', 'b pending'],
      ['a completed', 'b pending'],
      ['a completed'],
    ]);
  });
});

describe('results of other tools', () => {
  it('say what the person answered', async () => {
    const structured = { questions: [], answers: { 'Which?': 'blue' } };
    expect((await callOf('AskUserQuestion', { content: 'x', structured })).output.result).toMatchObject({
      display: 'Answered: blue',
      answers: { 'Which?': 'blue' },
    });
  });

  it('of MCP servers are knowledge if the tool reads', async () => {
    expect((await callOf('mcp__docs__get_page', { content: 'page' })).context_contribution?.type).toBe('knowledge');
    expect((await callOf('mcp__docs__publish', { content: 'page' })).context_contribution).toBeUndefined();
  });

  it('of unknown tools keep the whole structured result', async () => {
    const structured = { strangeField: 1, nested: { camelCase: true } };
    expect((await callOf('Novel', { content: 'x', structured })).output.result).toMatchObject({ strange_field: 1 });
  });

  it('keep the text of every repeated result, and of results without a call', async () => {
    const log = new LogDrawing();
    log.call('t', 'Bash', { command: 'x' });
    log.result('t', 'first');
    log.result('t', 'second');
    log.result('nobody', 'third');
    const session = await sessionOf(log);
    const texts = session.events.flatMap((event) => (event.type === 'notice' ? [event.text] : []));
    expect(texts).toEqual(['second', 'third']);
  });

  it('without ids answer their calls in order', async () => {
    const log = new LogDrawing();
    log.assistant([{ type: 'tool_use', name: 'Bash', input: { command: 'x' } }]);
    log.user([{ type: 'tool_result', content: 'y' }]);
    const session = await sessionOf(log);
    expect(session.tool_calls).toMatchObject([{ outcome: 'succeeded', context_contribution: { full_content: 'y' } }]);
    expect(session.provenance?.diagnostics).toMatchObject({ 'guessed-pairing': 1 });
  });
});

describe('an output stored in a separate file that is missing', () => {
  const rows = Array.from({ length: 900 }, (_, index) => `src/tide-${index}.ts:3:raise`).join('\n');
  const persisted = (preview: string, size: string): string =>
    `<persisted-output>\nOutput too large (${size}). Full output saved to: /p/x.txt\n\nPreview (first 2KB):\n${preview.slice(0, 2000)}\n...\n</persisted-output>`;
  const kilobytes = `${(rows.length / 1024).toFixed(1)}KB`;
  const numbered = rows
    .split('\n')
    .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
    .join('\n');

  it.each([
    ['Grep', rows, { mode: 'content', content: rows }],
    ['Glob', `Found 900 files\n${rows}`, { filenames: rows.split('\n'), numFiles: 900 }],
    ['Bash', rows, { stdout: rows, stderr: '', persistedOutputSize: rows.length }],
    ['WebFetch', rows, { result: rows, bytes: 9, code: 200 }],
    ['Read', numbered, { type: 'text', file: { filePath: '/p/x', content: rows, numLines: 900 } }],
    ['mcp__tides__list_all', rows, [{ type: 'text', text: rows }]],
  ])('is complete if the structured result of %s has all of it', async (name, preview, structured) => {
    const call = await callOf(name, { content: persisted(preview, kilobytes), structured });
    expect(call.output.truncated).toBeUndefined();
    expect(call.context_contribution?.full_content).toMatch(/^src\/tide-0\.ts:3/);
    expect(call.content_refs?.map(({ bytes }) => bytes)).toContain(rows.length);
  });

  it('is truncated if the structured result has only a longer part', async () => {
    const structured = { stdout: rows, stderr: '', persistedOutputSize: rows.length * 4 };
    const call = await callOf('Bash', { content: persisted(rows, '90.1KB'), structured });
    expect(call.output.truncated).toBe(true);
    expect(call.content_refs?.map(({ bytes }) => bytes)).toContain(rows.length);
  });

  it('is a preview if nothing else in the log begins like it', async () => {
    const structured = { content: `other ${rows}`, mode: 'content' };
    const call = await callOf('Grep', { content: persisted(rows, kilobytes), structured });
    expect(call.output.truncated).toBe(true);
    expect(call.context_contribution?.full_content).toMatch(/^<persisted-output>/);
  });
});

describe('additions by the CLI', () => {
  it('become a reminder if they are above the lines of a file', async () => {
    const reminder = '<system-reminder>12 days old</system-reminder>';
    const file = { filePath: '/a', content: 'a', numLines: 1 };
    for (const structured of [{ type: 'text', file }, undefined]) {
      const call = await callOf('Read', {
        content: `${reminder}\n     1→a`,
        ...(structured === undefined ? {} : { structured }),
      });
      expect(call).toMatchObject({
        context_contribution: { full_content: 'a' },
        extensions: { 'claude-code': { reminder } },
      });
    }
  });

  it('count as written if they are in a file that the CLI created', async () => {
    const structured = { type: 'create', content: 'a\nstamp\n', structuredPatch: [], memdirStamped: true };
    const call = await callOf('Write', { input: { file_path: '/m', content: 'a\n' }, content: 'created', structured });
    expect(call.output.result?.patches).toEqual([
      {
        path: '/m',
        change: 'added',
        hunks: [{ old_start: 0, old_lines: 0, new_start: 1, new_lines: 2, lines: ['+a', '+stamp'] }],
      },
    ]);
    const plain = await callOf('Write', {
      input: { file_path: '/m', content: 'a\n' },
      content: 'created',
      structured: { ...structured, content: 'a\n' },
    });
    expect(plain.output.result?.patches).toEqual([{ path: '/m', change: 'added' }]);
  });
});

describe("results of the provider's tools", () => {
  /** A call and its result in one record of the model. */
  async function served(name: string, content: unknown): Promise<ToolCall> {
    const log = new LogDrawing();
    log.user('Go');
    log.assistant([
      { type: 'server_tool_use', id: 's', name, input: { query: 'tides' } },
      { type: `${name}_tool_result`, tool_use_id: 's', content },
    ]);
    const [call] = (await sessionOf(log)).tool_calls;
    if (call === undefined) throw new Error('The call is missing.');
    return call;
  }

  it('show the hits of a search as lines', async () => {
    const hit = (title: string, page_age: string | null) => ({
      ...{ type: 'web_search_result', title, url: `https://tides.example/${title}` },
      ...{ encrypted_content: 'c2VjcmV0', page_age },
    });
    expect(await served('web_search', [hit('today', '2 days ago'), hit('moon', null)])).toMatchObject({
      outcome: 'succeeded',
      output: { result: { display: 'Found 2 links' } },
      context_contribution: {
        type: 'search_result',
        full_content: 'today · https://tides.example/today · 2 days ago\nmoon · https://tides.example/moon',
      },
    });
  });

  it('are failures where they say so', async () => {
    const content = { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' };
    expect(await served('web_search', content)).toMatchObject({
      outcome: 'failed',
      output: { error: 'max_uses_exceeded' },
    });
  });

  it('show the text of a page, and how a run of code ended', async () => {
    const source = { type: 'text', media_type: 'text/plain', data: 'High tide at noon.' };
    const page = { type: 'web_fetch_result', url: 'https://tides.example/', content: { source, title: 'Tides' } };
    expect(await served('web_fetch', page)).toMatchObject({
      output: { result: { display: 'Tides' } },
      context_contribution: { full_content: 'High tide at noon.' },
    });
    const run = { type: 'code_execution_result', stdout: 'half\n', stderr: 'Oh no', return_code: 1, content: [] };
    expect(await served('code_execution', run)).toMatchObject({
      outcome: 'failed',
      output: { error: 'Exit code 1', result: { exit_code: 1, stderr: 'Oh no' } },
    });
  });
});

it('a stopped shell is reported in words, not as their JSON', async () => {
  const structured = { message: 'Successfully killed shell: b1 (npm run dev)', shell_id: 'b1' };
  const call = await callOf('KillShell', { content: JSON.stringify(structured), structured });
  expect(call.output.result).toEqual({ display: structured.message, text: JSON.stringify(structured), ...structured });
});
