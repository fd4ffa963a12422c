import { describe, expect, it } from 'vitest';
import { parsePatchText } from '../../../src/adapters/codex-rollout/patches.ts';
import type { ToolCall } from '../../../src/session/index.ts';
import { changedLine, readRange } from '../../../src/session/links/callContext.ts';

function withParams(params: Record<string, unknown>): ToolCall {
  return { input: { params }, output: { status: 'success' } } as ToolCall;
}

describe('readRange', () => {
  it.each([
    [{}, undefined],
    [
      { offset: 10, limit: 5 },
      { first: 10, last: 14 },
    ],
    [{ limit: 5 }, { first: 1, last: 5 }],
    [{ offset: 10 }, { first: 10, last: Number.POSITIVE_INFINITY }],
    [
      { start_line: 3, end_line: 9 },
      { first: 3, last: 9 },
    ],
    [{ offset: '10', limit: -1 }, undefined],
  ])('reads the range of %j', (params, expected) => {
    expect(readRange(withParams(params))).toEqual(expected);
  });
});

describe('changedLine', () => {
  it('is the line at which the file’s patch begins', () => {
    const call = withParams({});
    const hunk = { old_start: 34, old_lines: 1, new_start: 34, new_lines: 1, lines: [] };
    call.output.result = { patches: [{ path: 'a.ts', kind: 'update', hunks: [hunk] }] } as never;
    expect(changedLine(call, 'a.ts')).toBe(34);
    expect(changedLine(call, 'b.ts')).toBeUndefined();
  });

  it('is undefined if the patch does not give its position', () => {
    const call = withParams({});
    call.output.result = { patches: parsePatchText('*** Update File: a.ts\n@@\n same\n-old\n+new') };
    expect(changedLine(call, 'a.ts')).toBeUndefined();
  });
});
