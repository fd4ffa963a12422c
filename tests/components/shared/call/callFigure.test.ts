import { expect, test } from 'vitest';
import { callFigure } from '../../../../src/components/shared/call/callFigure.ts';
import { callState } from '../../../../src/components/shared/call/callState.ts';
import { subagentShares } from '../../../../src/components/shared/call/subagentShares.ts';
import { call } from '../../../../stories/data/builders.ts';
import * as calls from '../../../../stories/data/calls.ts';

test.each([
  ['edit', calls.edit, { kind: 'change', added: 3, removed: 5 }],
  ['read', calls.readFile, { kind: 'lines', n: 12, cut: false }],
  ['silent command', calls.quietCommand, { kind: 'empty' }],
  ['cut output', calls.truncated, { kind: 'lines', n: 256, cut: true }],
  ['shortened output', calls.shortened, { kind: 'lines', n: 52_704, cut: false }],
  ['subagent', calls.agent, { kind: 'uses', n: 15 }],
  ['search in the web', calls.web, undefined],
  ['call without a result', calls.unanswered, undefined],
] as const)('the figure of a %s', (_, item, figure) => {
  expect(callFigure(item)).toEqual(figure);
});

test('an outcome comes before v3.0’s status, and a call that runs has none yet', () => {
  const failed = call('Bash', 'action', { outcome: 'denied' });
  expect(callState(failed)).toBe('denied');
  expect(callState(failed, 'running')).toBe('running');
  expect(callState(failed, 'ahead')).toBe('denied');
  const old = call('Bash', 'action');
  expect(callState({ ...old, output: { ...old.output, status: 'failed' } })).toBe('failed');
  expect(callState(old)).toBe('succeeded');
});

test('a breakdown is sorted by use, each tool with its usual category', () => {
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
