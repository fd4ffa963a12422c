import { expect, it } from 'vitest';
import { contextTypeOf, contextTypeOfPath } from '../../../src/replay/index.ts';
import type { ToolCall } from '../../../src/session/index.ts';

it.each([
  ['/work/CLAUDE.md', 'claude_md'],
  ['AGENTS.md', 'claude_md'],
  ['.claude/rules/style.md', 'rule'],
  ['docs\\standards\\STD-001.md', 'standard'],
  ['.claude/skills/deploy/SKILL.md', 'skill'],
  ['docs/specs/SPEC-003.md', 'spec'],
  ['data/capabilities.json', 'capability'],
  ['src/grounds-rules.ts', 'file'],
  ['', 'file'],
] as const)('classifies %s as a %s', (path, type) => {
  expect(contextTypeOfPath(path)).toBe(type);
});

it('classifies a call without a file as a result, and a skill call as a skill', () => {
  const call = (tool_name: string): ToolCall =>
    ({ tool_name, tool_category: 'action', input: { params: {} }, output: { status: 'success' } }) as ToolCall;
  expect(contextTypeOf(call('Bash'))).toBe('tool_result');
  expect(contextTypeOf(call('Skill'))).toBe('skill');
});
