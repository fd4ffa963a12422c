import { expect, test } from 'vitest';
import { callArgument } from '../../../../src/components/shared/call/callArgument.ts';
import { createBuilders } from '../../../../stories/data/builders.ts';

const { call } = createBuilders();

test.each([
  ['Bash', { command: 'ls -la' }, { kind: 'code', text: 'ls -la' }],
  ['shell', { command: ['bash', '-lc', 'ls'] }, { kind: 'code', text: 'bash -lc ls' }],
  ['exec_command', { cmd: 'ls', workdir: '/x' }, { kind: 'code', text: 'ls' }],
  ['Read', { file_path: '/a/b.ts' }, { kind: 'path', path: '/a/b.ts' }],
  ['Read', { file_path: '/a/b.ts', offset: 12, limit: 69 }, { kind: 'path', path: '/a/b.ts', lines: '12–80' }],
  ['Read', { file_path: '/a/b.ts', limit: 80 }, { kind: 'path', path: '/a/b.ts', lines: '1–80' }],
  ['read_file', { path: 'b.ts', start_line: '3', end_line: 9 }, { kind: 'path', path: 'b.ts', lines: '3–9' }],
  ['Read', { file_path: '/a/b.ts', offset: 40 }, { kind: 'path', path: '/a/b.ts', lines: '40' }],
  ['Grep', { pattern: 'a|b', path: 'src' }, { kind: 'code', text: 'a|b', where: 'src' }],
  ['Grep', { pattern: 'a|b', glob: '*.ts' }, { kind: 'code', text: 'a|b', where: '*.ts' }],
  ['Glob', { pattern: '**/*.ts' }, { kind: 'code', text: '**/*.ts' }],
  ['WebFetch', { url: 'https://a.example', prompt: 'why' }, { kind: 'code', text: 'https://a.example' }],
  ['WebSearch', { query: 'tides' }, { kind: 'code', text: 'tides' }],
  ['Task', { subagent_type: 'explorer', prompt: 'look' }, { kind: 'words', text: 'look', lead: 'explorer' }],
  ['SendMessage', { recipient: 'lead', content: 'done' }, { kind: 'words', text: 'done', lead: 'lead' }],
  ['AskUserQuestion', { questions: [{ question: 'Why?' }] }, { kind: 'words', text: 'Why?' }],
  ['Skill', { skill: 'review', args: 'src' }, { kind: 'code', text: 'review', where: 'src' }],
  ['NotebookEdit', { notebook_path: 'a.ipynb', cell_id: 'c3' }, { kind: 'path', path: 'a.ipynb', lines: 'c3' }],
  ['mcp__x__y', { station: 'cuxhaven' }, { kind: 'code', text: 'station: cuxhaven' }],
  ['mcp__x__y', { file_path: '/a' }, { kind: 'path', path: '/a' }],
  ['mcp__x__y', { depth: 3, on: true }, { kind: 'code', text: 'depth: 3, on: true' }],
  // The text that says most, not the first one.
  [
    'mcp__browser__run',
    { action: 'script_exec', tabId: 'seed', text: 'document.querySelector("h1").textContent' },
    { kind: 'code', text: 'text: document.querySelector("h1").textContent' },
  ],
  [
    'mcp__x__y',
    { id: '019cb59b-a02f-74e1-979a-e15fb9eb829e', station: 'cuxhaven' },
    { kind: 'code', text: 'station: cuxhaven' },
  ],
  ['mcp__x__y', { id: '019cb59b-a02f-74e1-979a' }, { kind: 'code', text: 'id: 019cb59b-a02f-74e1-979a' }],
  ['mcp__x__y', { options: { selector: 'main > h1' }, n: 1 }, { kind: 'code', text: 'options: main > h1' }],
  ['mcp__x__y', { name: 'a', note: 'what the harbour said' }, { kind: 'code', text: 'note: what the harbour said' }],
  ['mcp__x__y', { name: 'a', query: 'tides' }, { kind: 'code', text: 'tides' }],
  ['write_stdin', { session_id: 7, chars: '' }, { kind: 'code', text: 'session_id: 7' }],
  ['Unheard', {}, { kind: 'none' }],
  // A tool without its usual parameter shows the first text it has.
  ['Bash', { script_name: 'deploy' }, { kind: 'code', text: 'script_name: deploy' }],
])('the main argument of %s %j is %j', (name, params, argument) => {
  expect(callArgument(call(name, 'action', { params }))).toEqual(argument);
});

test('the raw command takes precedence over the parameter', () => {
  expect(callArgument(call('Bash', 'action', { command: 'a', params: { command: 'b' } }))).toMatchObject({ text: 'a' });
});

test('an edit shows the first line it changed, and a patch without parameters shows its file', () => {
  const patches = [
    {
      path: '/a/b.ts',
      change: 'modified' as const,
      hunks: [{ old_start: 7, old_lines: 1, new_start: 9, new_lines: 1, lines: ['-a', '+b'] }],
    },
  ];
  expect(callArgument(call('apply_patch', 'action', { params: { input: '*** Begin' }, result: { patches } }))).toEqual({
    kind: 'path',
    path: '/a/b.ts',
    lines: '9',
  });
});

test('an edit shows no line if its patch has no line numbers', () => {
  const hunk = { old_start: 0, old_lines: 7, new_start: 0, new_lines: 15, lines: ['-a', '+b'] };
  const patches = [{ path: 'README.md', change: 'modified' as const, hunks: [hunk] }];
  expect(callArgument(call('apply_patch', 'action', { params: { input: '*** Begin' }, result: { patches } }))).toEqual({
    kind: 'path',
    path: 'README.md',
  });
});

test('properties inherited from the prototype are not parameters', () => {
  expect(
    callArgument(call('constructor', 'action', { params: JSON.parse('{"__proto__": {"command": "x"}}') })),
  ).toEqual({ kind: 'code', text: '__proto__: x' });
});

test('a command that the log does not have is named by what was said of it', () => {
  const made = call('Bash', 'action', { params: { step: 0, name: 'step 0' } });
  const told = { ...made, input: { ...made.input, description: 'Install' } };
  expect(callArgument(told)).toEqual({ kind: 'words', text: 'Install' });
});
