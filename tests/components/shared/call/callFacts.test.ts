import { expect, test } from 'vitest';
import { callFigure, callState, subagentShares } from '../../../../src/components/shared/call/callFacts.ts';
import type { ToolCall } from '../../../../src/session/index.ts';
import { createBuilders } from '../../../../stories/data/builders.ts';
import * as calls from '../../../../stories/data/calls.ts';

const { call } = createBuilders();

test.each([
  ['edit', calls.edit, { kind: 'change', added: 3, removed: 5 }],
  ['read', calls.readFile, { kind: 'lines', n: 12, cut: false }],
  ['silent command', calls.quietCommand, { kind: 'empty' }],
  ['cut output', calls.truncated, { kind: 'lines', n: 256, cut: true }],
  ['shortened output', calls.shortened, { kind: 'lines', n: 52_704, cut: false }],
  ['subagent', calls.agent, { kind: 'uses', n: 15 }],
  ['search in the web', calls.web, undefined],
  ['call without a result', calls.unanswered, undefined],
] as const)('counts the figure of a %s', (_, item, figure) => {
  expect(callFigure(item)).toEqual(figure);
});

const resultOf = (name: string, result: Record<string, unknown>, more: object = {}): ToolCall => ({
  ...call(name, 'perception'),
  output: { status: 'success', result },
  ...more,
});
const contributed = (full_content: string) => ({
  context_contribution: { type: 'file_content', summary: 's', full_content } as const,
});

test.each([
  ['a display alone', resultOf('Read', { display: 'Cached: 67 lines' }), { kind: 'display', text: 'Cached: 67 lines' }],
  [
    'a display that only counts lines',
    resultOf('Read', { display: 'Read 1,067 lines' }),
    { kind: 'lines', n: 1067, cut: false },
  ],
  [
    'a display that counts more lines than are there',
    resultOf('Read', { display: 'Read 183 lines' }, contributed('a\nb')),
    { kind: 'lines', n: 183, cut: false },
  ],
  [
    'a display that counts printed lines',
    resultOf('exec', { display: 'Printed 12 lines' }),
    { kind: 'lines', n: 12, cut: false },
  ],
  [
    'a display that counts printed lines and knows of more',
    resultOf('exec', { display: 'Printed 12 lines and more that the log leaves out' }),
    { kind: 'lines', n: 12, cut: true },
  ],
  ['a display that says that nothing was printed', resultOf('Bash', { display: 'No output' }), { kind: 'empty' }],
  ['a display that is a number', resultOf('Bash', { display: '1870' }), { kind: 'display', text: '1870' }],
  [
    'a display of a tool of its own',
    resultOf('Researcher', { display: '3 results' }),
    { kind: 'display', text: '3 results' },
  ],
  [
    'a display that says more than the text',
    resultOf('Grep', { display: 'Found 6 matches' }, contributed('a\nb')),
    { kind: 'display', text: 'Found 6 matches' },
  ],
  [
    'a display that counts the lines there are',
    resultOf('Read', { display: 'Read 2 lines' }, contributed('a\nb')),
    { kind: 'lines', n: 2, cut: false },
  ],
  [
    'a display that begins the text',
    resultOf('Bash', { display: 'one…', text: 'one\ntwo' }),
    { kind: 'lines', n: 2, cut: false },
  ],
  [
    'an output that Codex cut, which says how long it was',
    resultOf('exec', { text: 'Total output lines: 300\n\none\n[... omitted 298 of 300 lines ...]\nlast' }),
    { kind: 'lines', n: 300, cut: false },
  ],
  ['a list of files', resultOf('Glob', { files: ['a.ts', 'b.ts'] }), { kind: 'files', n: 2 }],
  ['a list of matches', resultOf('Grep', { matches: [1] }), { kind: 'matches', n: 1 }],
  ['a structure of its own', resultOf('Bash', { checklist: ['a'] }), undefined],
  ['nothing at all', resultOf('Bash', { exit_code: 0, display: '' }), { kind: 'empty' }],
  [
    'a display of what was written',
    resultOf('Write', { display: 'Wrote 45 lines' }, { input: { params: { file_path: 'a', content: '...' } } }),
    { kind: 'display', text: 'Wrote 45 lines' },
  ],
])('counts the figure of %s', (_, item, figure) => {
  expect(callFigure(item)).toEqual(figure);
});

test('an outcome takes precedence over the status of v3.0, and a running call has none yet', () => {
  const failed = call('Bash', 'action', { outcome: 'denied' });
  expect(callState(failed)).toBe('denied');
  expect(callState(failed, 'running')).toBe('running');
  expect(callState(failed, 'ahead')).toBe('denied');
  const old = call('Bash', 'action');
  expect(callState({ ...old, output: { ...old.output, status: 'failed' } })).toBe('failed');
  expect(callState(old)).toBe('succeeded');
});

test('a breakdown is sorted by use, with the usual category of each tool', () => {
  expect(
    subagentShares({
      subagent_type: 'x',
      tool_uses: 5,
      tools_breakdown: [
        { tool_name: 'Bash', count: 1 },
        { tool_name: 'Grep', count: 4 },
      ],
    }),
  ).toEqual([
    { name: 'Grep', count: 4, category: 'perception' },
    { name: 'Bash', count: 1, category: 'action' },
  ]);
});

test('counts the calls inside a run by the sum over its tools; a call that only continued a run counts none', () => {
  const tools_breakdown = [
    { tool_name: 'Bash', count: 9 },
    { tool_name: 'Read', count: 6 },
  ];
  const started = { subagent_type: 'a', tool_uses: 11, tools_breakdown, sub_session_id: 'sub-001' };
  expect(callFigure({ ...call('Task', 'action', {}), subagent_info: started })).toEqual({ kind: 'uses', n: 15 });
  const wentOn = { subagent_type: 'unknown', tool_uses: 0, sub_session_id: 'sub-001' };
  expect(callFigure({ ...call('SendMessage', 'action', {}), subagent_info: wentOn })?.kind).not.toBe('uses');
});
