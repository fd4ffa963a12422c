import { expect, it } from 'vitest';
import type { ToolCall } from '../../../src/session/index.ts';
import { inputTexts, outputTexts } from '../../../src/session/links/callContext.ts';

function nest(depth: number): unknown {
  return depth === 0 ? 'deepest' : [nest(depth - 1)];
}

it('collects texts at any usual depth, once, and no more than 200', () => {
  const call = {
    input: {
      params: { command: 'ls', edits: [{ old: 'a' }], far: nest(40), many: Array(500).fill('b') },
      raw_command: 'ls',
    },
    output: { status: 'failed', error: 'no', result: { text: 'no', patches: [{ path: 'left out' }] } },
    context_contribution: { type: 'knowledge', summary: 'told', full_content: '' },
  } as unknown as ToolCall;
  const texts = inputTexts(call);
  expect(texts.slice(0, 2)).toEqual(['ls', 'a']);
  expect(texts).toHaveLength(200);
  expect(texts).not.toContain('deepest');
  expect(outputTexts(call)).toEqual(['no', 'told']);
});
