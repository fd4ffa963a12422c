import { describe, expect, it } from 'vitest';
import { readResultSummary } from '../../../src/adapters/frago/calls.ts';

describe('summaries of tool results', () => {
  it.each([
    ['Result: fine', 'fine', 'succeeded'],
    ['结果: 好的', '好的', 'succeeded'],
    ['Result: ', '', 'succeeded'],
    ['no prefix', 'no prefix', 'succeeded'],
    ['Result: <tool_use_error>String to replace not found', '<tool_use_error>String to replace not found', 'failed'],
    ['Result: Error: no such file', 'Error: no such file', 'failed'],
    ["Result: The user doesn't want to proceed with it", "The user doesn't want to proceed with it", 'denied'],
    ['Result: Claude requested permissions to write', 'Claude requested permissions to write', 'denied'],
    [
      'Result: Shell 0ab1c2 is not running, so cannot be kille...',
      'Shell 0ab1c2 is not running, so cannot be kille...',
      'failed',
    ],
    ['Result: [Request interrupted by user for tool use]', '[Request interrupted by user for tool use]', 'interrupted'],
  ])('reads %j', (summary, text, outcome) => {
    expect(readResultSummary(summary)).toMatchObject({ text, outcome, cut: text.endsWith('...') });
  });

  it.each(['Result: (complex result)', '结果: (复杂结果)', '(3 results)', '(no tool results)'])(
    'recognises %j as a summary without text',
    (summary) => {
      expect(readResultSummary(summary)).toMatchObject({ text: undefined, outcome: 'unknown' });
    },
  );

  it('reads exit codes', () => {
    expect(readResultSummary('Result: Exit code 127\nnot found')).toMatchObject({ outcome: 'failed', exitCode: 127 });
    expect(readResultSummary('Result: Exit code 0')).toMatchObject({ outcome: 'succeeded', exitCode: 0 });
    expect(readResultSummary('Result: Exit codes are numbers')).toMatchObject({
      outcome: 'succeeded',
      exitCode: undefined,
    });
  });

  it('recognises a truncated text', () => {
    expect(readResultSummary(`结果: ${'x'.repeat(47)}...`)).toMatchObject({ cut: true });
    expect(readResultSummary(`Result: ${'x'.repeat(97)}...`)).toMatchObject({ cut: false });
  });
});
