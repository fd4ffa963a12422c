import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../../../src/session/index.ts';
import { handedFile, tracedInputs, tracedOutputs } from '../../../src/session/links/callContext.ts';
import { cpuMsOf } from '../../cpuTime.ts';

function nest(depth: number): unknown {
  return depth === 0 ? 'deepest' : [nest(depth - 1)];
}

it('collects each text once, at any usual depth, at most 200', () => {
  const call = {
    input: {
      params: { command: 'ls', edits: [{ old: 'a' }], far: nest(40), many: Array(500).fill('b') },
      raw_command: 'ls',
    },
    output: { status: 'failed', error: 'no', result: { text: 'no', patches: [{ path: 'left out' }] } },
    context_contribution: { type: 'knowledge', summary: 'told', full_content: '' },
  } as unknown as ToolCall;
  const texts = tracedInputs(call);
  expect(texts.slice(0, 2)).toEqual(['ls', 'a']);
  expect(texts).toHaveLength(200);
  expect(texts).not.toContain('deepest');
  expect(tracedOutputs(call)).toEqual(['no', 'told']);
});

it('drops texts that are the start of another', () => {
  const call = {
    output: { result: { display: 'one', text: 'one\ntwo', note: 'one\ntwo', last: 'two' } },
    context_contribution: { type: 'knowledge', summary: 'one', full_content: 'one\ntwo\nthree' },
  } as unknown as ToolCall;
  expect(tracedOutputs(call)).toEqual(['two', 'one\ntwo\nthree']);
});

describe('the file that a command hands to another program', () => {
  const handed = (raw_command?: string) => handedFile({ input: { params: {}, raw_command } } as unknown as ToolCall);

  it.each([
    ["agent -p '@.wf/tasks/tide.md'", '.wf/tasks/tide.md'],
    ['cd ~/x && agent -p "$(cat ~/x/task.md)"', '~/x/task.md'],
    ['agent -p "Look at it: $(wf reply .wf/logs/tide.jsonl)"', '.wf/logs/tide.jsonl'],
    ['LAST=$(tail -1 .wf/logs/tide.jsonl | jq -r .transcript) && agent "$LAST"', '.wf/logs/tide.jsonl'],
    ['x=$(date) && agent -p "$(head -n 5 notes.txt)"', 'notes.txt'],
  ])('is found for %s: %s', (command, path) => {
    expect(handed(command)).toBe(path);
  });

  it.each([
    'npm install @scope/tide.js',
    "npm install '@scope/tide'",
    'cat task.md',
    'rm $(cat files)',
    'echo $(rm task.md)',
    'echo $(',
    undefined,
  ])('is not found in %s', (command) => {
    expect(handed(command)).toBeUndefined();
  });

  it('is found quickly, whatever the command', async () => {
    const took = await cpuMsOf(() => {
      for (const part of ['$(', '$(cat ', "'@a.", "'@", '@a.b', '$(cat a.b'])
        expect(handed(part.repeat(100_000))).toBeUndefined();
    });
    expect(took).toBeLessThan(2000);
  });
});
