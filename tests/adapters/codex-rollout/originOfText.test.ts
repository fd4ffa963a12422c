import { expect, it } from 'vitest';
import { originOfText } from '../../../src/adapters/codex-rollout/context.ts';
import { splitIdeContext, splitPlan } from '../../../src/adapters/codex-rollout/messages.ts';

it.each([
  ['<environment_context>\n  <cwd>/a</cwd>\n</environment_context>', undefined, 'context'],
  ['# AGENTS.md instructions for /a\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>', undefined, 'context'],
  ['  <turn_aborted>\nStopped.\n</turn_aborted>\n', undefined, 'system'],
  ['<user_shell_command>\n<command>ls</command>\n</user_shell_command>', undefined, 'shell'],
  ['<subagent_notification>\n{}\n</subagent_notification>', undefined, 'background_task'],
  ['What does <environment_context> mean?', undefined, undefined],
  ['<environment_context> is what I ask about', undefined, undefined],
  ['<task>my own tag</task>', undefined, undefined],
  ['anything', 'environments.environment_context', 'context'],
  ['<environment_context></environment_context>', 'user.text', undefined],
])('says who wrote %j', (text, kind, origin) => {
  expect(originOfText({ text, kind })).toBe(origin);
});

it("separates the editor's text from the prompt after it", () => {
  expect(
    splitIdeContext('# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nFix it\n'),
  ).toEqual({
    context: '# Context from my IDE setup:\n\n## Open tabs:\n- a.ts',
    prompt: 'Fix it',
  });
  expect(splitIdeContext('# A heading\n\nof my own')).toBeUndefined();
  expect(splitIdeContext('Say "\n## My request for Codex:"')).toBeUndefined();
});

it('extracts the proposed plan from a reply', () => {
  expect(splitPlan('Here:\n<proposed_plan>\n# Plan\n</proposed_plan>\nShall I?')).toEqual({
    rest: 'Here:\n\nShall I?',
    plan: '# Plan',
  });
  expect(splitPlan('<proposed_plan>\nopen')).toEqual({ rest: '', plan: 'open' });
  expect(splitPlan('none')).toBeUndefined();
});
