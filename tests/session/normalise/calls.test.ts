import { describe, expect, it } from 'vitest';
import { parseSession } from '../../../src/session/index.ts';
import { callOf, kept, parsed, sessionOf } from '../fixtures.ts';

const read = (more: Record<string, unknown>) =>
  parsed(sessionOf({ tool_calls: [callOf('tool-001', more)] })).tool_calls[0];

describe('a malformed call', () => {
  it.each([
    [undefined, { params: {} }],
    ['ls', { params: { input: 'ls' } }],
    [{ params: ['a'] }, { params: { params: ['a'] } }],
    [
      { path: 'a.ts', description: 'd', raw_command: 'r' },
      { params: { path: 'a.ts' }, description: 'd', raw_command: 'r' },
    ],
  ])('gets parameters from %j', (input, expected) => {
    const call = read({ input });
    expect(call?.input).toEqual(expected);
    expect(call?.inferred).toEqual(['input.params']);
  });

  it.each([
    [
      { type: 'skill', reference: 'SKILL-9' },
      { type: 'knowledge', summary: 'SKILL-9' },
    ],
    [{ summary: 's' }, { type: 'knowledge', summary: 's' }],
    [
      { type: 'command_output', summary: 7 },
      { type: 'command_output', summary: '' },
    ],
  ])('gets a contribution from %j', (context_contribution, expected) => {
    expect(read({ context_contribution })?.context_contribution).toEqual(expected);
  });

  it('gets the number of a subagent’s calls from its breakdown', () => {
    const tools_breakdown = [
      { tool_name: 'Read', count: 3 },
      { tool_name: 'Grep', count: 2 },
    ];
    const call = read({ input: { params: { subagent_type: 'Explore' } }, subagent_info: { tools_breakdown } });
    expect(call?.subagent_info).toEqual({ subagent_type: 'Explore', tool_uses: 5, tools_breakdown });
    expect(call?.inferred).toEqual(['subagent_info.subagent_type', 'subagent_info.tool_uses']);
  });

  it('gets missing times from those it has', () => {
    const end = '2026-02-01T10:00:05.000Z';
    expect(read({ started_at: undefined, ended_at: end, duration_ms: 2000 })).toMatchObject({
      started_at: '2026-02-01T10:00:03.000Z',
      ended_at: end,
    });
    expect(read({ started_at: 1769940000, ended_at: 1769940001000, duration_ms: undefined })).toMatchObject({
      started_at: '2026-02-01T10:00:00.000Z',
      ended_at: '2026-02-01T10:00:01.000Z',
      duration_ms: 1000,
    });
    expect(read({ ended_at: '2026-02-01T09:00:00Z', duration_ms: undefined })?.duration_ms).toBe(0);
    expect(read({ ended_at: undefined, duration_ms: 1e300 })?.ended_at).toBe('9999-12-31T23:59:59.999Z');
  });

  it('gets a text of a numeric id', () => {
    const call = read({ call_id: 12 });
    expect(call?.call_id).toBe('12');
    expect(kept(call)).toEqual({ call_id: 12 });
  });

  it('gets an id that no other call has', () => {
    const calls = [callOf('tool-001'), callOf('', {}), callOf('tool-003'), {}];
    const ids = parsed(sessionOf({ tool_calls: calls })).tool_calls.map(({ call_id }) => call_id);
    expect(ids).toEqual(['tool-001', 'tool-002', 'tool-003', 'tool-004']);
  });

  it('stays with the session as a leftover if it is no call at all', () => {
    const { session, diagnostics } = parseSession(sessionOf({ tool_calls: ['Read a.ts', callOf('tool-001')] }));
    expect(session?.tool_calls).toHaveLength(1);
    expect(kept(session)).toEqual({ tool_calls: { 0: 'Read a.ts' } });
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ code: 'schema-violation', at: { pointer: '/tool_calls/0' } }),
    );
  });
});

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
  ])('is normalised with its outcome: %j', (output, expected, outcome) => {
    expect(outputOf(output)).toMatchObject({ output: expected, outcome });
  });

  it('keeps what is no output as a leftover', () => {
    expect(kept(outputOf(5))).toEqual({ output: 5 });
    expect(kept(outputOf({ status: 5 }))).toEqual({ output: { status: 5 } });
    expect(kept(outputOf({ status: 'success', result: [1, 2] }))).toEqual({ output: { result: [1, 2] } });
  });
});
