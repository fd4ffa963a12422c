import { describe, expect, it } from 'vitest';
import { callOf, kept, parsed, sessionOf } from '../fixtures.ts';

const outputOf = (output: unknown) => parsed(sessionOf({ tool_calls: [callOf('tool-001', { output })] })).tool_calls[0];

describe('the output of a call', () => {
  it.each([
    [undefined, { status: 'success' }, 'unknown'],
    [{ error: 'no' }, { status: 'failed', error: 'no' }, 'failed'],
    ['plain text', { status: 'success', result: { display: 'plain text' } }, 'unknown'],
    [{ status: 'timeout' }, { status: 'failed' }, 'failed'],
    [{ status: 'mystery', error: 'no' }, { status: 'failed', error: 'no' }, 'failed'],
    [
      { status: 'success', result: '\n first\nsecond' },
      { status: 'success', result: { display: ' first', text: '\n first\nsecond' } },
      'succeeded',
    ],
    [
      { status: 'success', result: { display: 'a\r\nb', lines: 2 } },
      { status: 'success', result: { display: 'a', text: 'a\r\nb', lines: 2 } },
      'succeeded',
    ],
    [
      { status: 'success', result: { display: 'a\nb', text: 'own' } },
      { status: 'success', result: { display: 'a', text: 'own', display_text: 'a\nb' } },
      'succeeded',
    ],
    [{ status: 'success', result: { display: '\n\n' } }, { status: 'success', result: { text: '\n\n' } }, 'succeeded'],
  ])('%j', (output, expected, outcome) => {
    expect(outputOf(output)).toMatchObject({ output: expected, outcome });
  });

  it('keeps what is no output', () => {
    expect(kept(outputOf(5))).toEqual({ output: 5 });
    expect(kept(outputOf({ status: 5 }))).toEqual({ output: { status: 5 } });
    expect(kept(outputOf({ status: 'success', result: [1, 2] }))).toEqual({ output: { result: [1, 2] } });
  });
});
