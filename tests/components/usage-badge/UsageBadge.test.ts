import { expect, test } from 'vitest';
import { usageParts } from '../../../src/components/usage-badge/UsageBadge.tsx';

test('kinds come in a fixed order, without absent ones and with zeros', () => {
  expect(
    usageParts({ output: 2, input: 1, cache_read: 0, cost_usd: 3 }).map(({ kind, tokens }) => [kind, tokens]),
  ).toEqual([
    ['input', 1],
    ['cache_read', 0],
    ['output', 2],
  ]);
});

test('a kind specific to the source keeps its name', () => {
  expect(usageParts({ audio: 7, note: 'x' })).toEqual([{ kind: 'other', name: 'audio', tokens: 7, inner: 0 }]);
});

test('tokens of subagents are listed beside those of the main agent, kind by kind', () => {
  expect(usageParts({ output: 5, cache_read: 7 }, { output: 3, input: 2 })).toEqual([
    { kind: 'input', name: 'input', tokens: 0, inner: 2 },
    { kind: 'cache_read', name: 'cache_read', tokens: 7, inner: 0 },
    { kind: 'output', name: 'output', tokens: 5, inner: 3 },
  ]);
});
