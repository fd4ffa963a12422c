import { describe, expect, it } from 'vitest';
import { parseSession } from '../../../src/session/index.ts';
import { annotationOf, callOf, kept, parsed, sessionOf } from '../fixtures.ts';
import { lostLeaves } from '../lostLeaves.ts';

function phase(id: string, type: string, ids: string[], more: Record<string, unknown> = {}): Record<string, unknown> {
  return { phase_id: id, phase_type: type, status: 'success', input: {}, output: {}, tool_call_ids: ids, ...more };
}

function v2(phases: unknown[], more: Record<string, unknown> = {}): Record<string, unknown> {
  const ids = ['tool-001', 'tool-002', 'tool-003', 'tool-004'];
  return { ...sessionOf({ tool_calls: ids.map((id) => callOf(id)), phases, ...more }), completed_at: undefined };
}

const rangesOf = (json: unknown) =>
  parsed(json).phase_annotations?.map(({ annotation_id, phase_type, tool_call_range: range }) => [
    annotation_id,
    phase_type,
    range.start_call_id,
    range.end_call_id,
  ]);

const dec = (id: string) => ({ decision_id: id, type: 'approach', description: id });
const ref = (source: string) => ({ type: 'file', source, relevance: 'high' });

describe('upgrading v2 with its phases', () => {
  it('makes one annotation per phase, with the phase’s id', () => {
    const phases = [phase('p1', 'explore', ['tool-001', 'tool-002']), phase('p2', 'execute', ['tool-003', 'tool-004'])];
    expect(rangesOf(v2(phases))).toEqual([
      ['p1', 'explore', 'tool-001', 'tool-002'],
      ['p2', 'execute', 'tool-003', 'tool-004'],
    ]);
    expect(parsed(v2(phases)).phase_annotations?.[0]).toMatchObject({
      annotated_by: 'agent',
      confidence: 'high',
      inferred: ['annotated_by', 'confidence', 'annotated_at'],
    });
  });

  it.each(['constructor', '__proto__', 'toString'])('keeps a phase whose status is %s, an unknown one', (status) => {
    const [first] = parsed(v2([phase('p1', 'explore', ['tool-001'], { status })])).phases ?? [];
    expect(first?.status).toBe('success');
    expect(kept(first as { extensions?: Record<string, unknown> })).toEqual({ status });
  });

  it('keeps retries and explored files in their own fields, and other content of a phase beside them', () => {
    const loop_info = { attempt_number: 2, max_attempts: 3, is_retry: true, previous_attempt_id: 'p0' };
    const exploration_record = {
      files_considered: [{ path: 'a.ts', reason: 'r', used: true }],
      selection_reasoning: 's',
    };
    const all = ['tool-001', 'tool-002', 'tool-003', 'tool-004'];
    const json = v2([
      phase('p1', 'execute', all, { loop_info, exploration_record, duration_ms: 5, output: { note: 'n' } }),
    ]);
    const [annotation] = parsed(json).phase_annotations ?? [];
    expect(annotation).toMatchObject({ loop_info, exploration_record });
    expect(kept(annotation)).toEqual({ status: 'success', duration_ms: 5, input: {}, output: { note: 'n' } });
  });

  it('splits a phase whose calls are not neighbours, in the order of the calls', () => {
    const json = v2([
      phase('p1', 'execute', ['tool-001', 'tool-004'], { decisions: [dec('d1')] }),
      phase('p2', 'verify', ['tool-002', 'tool-003']),
    ]);
    expect(rangesOf(json)).toEqual([
      ['p1', 'execute', 'tool-001', 'tool-001'],
      ['p2', 'verify', 'tool-002', 'tool-003'],
      ['p1-2', 'execute', 'tool-004', 'tool-004'],
    ]);
    const [first, , second] = parsed(json).phase_annotations ?? [];
    expect(first?.decisions).toHaveLength(1);
    expect(kept(first)).toMatchObject({ tool_call_ids: ['tool-001', 'tool-004'] });
    expect(second).not.toHaveProperty('decisions');
    expect(second?.inferred).toContain('tool_call_range');
  });

  it('keeps phases without calls as phases, in order, with their decisions and context', () => {
    const json = v2([
      phase('p1', 'understand', [], {
        decisions: [dec('d1')],
        context_used: [ref('a')],
        input: { user_message: 'do it' },
      }),
      phase('p2', 'plan', [], { decisions: [dec('d2')], loop_info: { attempt_number: 1, is_retry: false } }),
      phase('p3', 'execute', ['tool-001', 'tool-002', 'tool-003', 'tool-004'], { decisions: [dec('d3')] }),
      phase('p4', 'verify', [], { context_used: [ref('b')] }),
    ]);
    const { phases, phase_annotations } = parsed(json);
    expect(phase_annotations?.map(({ annotation_id, decisions }) => [annotation_id, decisions?.length])).toEqual([
      ['p3', 1],
    ]);
    expect(phases).toMatchObject([
      { phase_id: 'p1', decisions: [dec('d1')], context_used: [ref('a')], input: { user_message: 'do it' } },
      { phase_id: 'p2', decisions: [dec('d2')], loop_info: { attempt_number: 1 } },
      { phase_id: 'p3', tool_call_ids: ['tool-001', 'tool-002', 'tool-003', 'tool-004'] },
      { phase_id: 'p4', context_used: [ref('b')], tool_call_ids: [] },
    ]);
    expect(parsed(parsed(json)).phases).toEqual(phases);
  });

  it('shows readers of phases all calls, with a phase of their own for calls that no phase names', () => {
    const { phases } = parsed(v2([phase('p1', 'execute', ['tool-002'])]));
    expect(phases?.map(({ phase_id, tool_call_ids }) => [phase_id, tool_call_ids])).toEqual([
      ['p1', ['tool-002']],
      ['unassigned', ['tool-001', 'tool-003', 'tool-004']],
    ]);
  });

  it.each([
    [{ type: 'explore' }, 'explore'],
    [{ name: 'Verify' }, 'verify'],
    [{ stage: '规划' }, 'plan'],
    [{ phase: 'implementation', name: 'Step 2' }, 'execute'],
    [{ phase_type: 'odd', name: 'verify' }, 'verify'],
  ])('takes the kind of a phase from any known key: %j', (keys, type) => {
    const calls = { calls: ['tool-001', 'tool-002', 'tool-003', 'tool-004'] };
    const session = parsed(v2([{ id: 'p1', ...keys, ...calls }]));
    expect(session.phases).toMatchObject([{ phase_id: 'p1', phase_type: type, tool_call_ids: calls.calls }]);
    expect(session.phase_annotations).toMatchObject([{ annotation_id: 'p1', phase_type: type }]);
    expect(lostLeaves(v2([{ id: 'p1', ...keys, ...calls }]), session)).toEqual([]);
  });

  it('takes the kind of an annotation from any known key', () => {
    const annotation = { ...annotationOf('tool-001', 'tool-002'), phase_type: undefined, phase: 'explore' };
    const { phase_annotations } = parsed(sessionOf({ phase_annotations: [annotation] }));
    expect(phase_annotations).toMatchObject([{ phase_type: 'explore' }]);
  });

  it('finds the calls of a phase without a list by what the calls state', () => {
    const calls = ['p1', 'p1', 'p2'].map((phase_id, index) => callOf(`tool-00${index + 1}`, { phase_id }));
    const phases = [
      { phase_id: 'p1', phase_type: 'explore' },
      { phase_id: 'p2', phase_type: 'execute' },
    ];
    expect(rangesOf(v2(phases, { tool_calls: calls }))).toEqual([
      ['p1', 'explore', 'tool-001', 'tool-002'],
      ['p2', 'execute', 'tool-003', 'tool-003'],
    ]);
  });

  it('reports calls that a phase names and that do not exist, and keeps the list', () => {
    const json = v2([phase('p1', 'execute', ['tool-001', 'tool-009'])]);
    const { session, diagnostics } = parseSession(json);
    expect(diagnostics).toContainEqual(
      expect.objectContaining({
        code: 'dangling-call-id',
        actual: 'tool-009',
        at: { pointer: '/phases/0/tool_call_ids/1' },
      }),
    );
    expect(kept(session?.phase_annotations?.[0])).toMatchObject({ tool_call_ids: ['tool-001', 'tool-009'] });
  });

  it('keeps phases whole if no phase has a call', () => {
    const phases = [phase('p1', 'plan', [], { decisions: [dec('d1')] })];
    const session = parsed(v2(phases, { tool_calls: [] }));
    expect(session).not.toHaveProperty('phase_annotations');
    expect(session.phases).toMatchObject(phases);
  });

  it('takes the prompt from the phase that understood it, and the end from the last change', () => {
    const phases = [phase('p1', 'understand', ['tool-001'], { input: { user_message: '按顺序做' } })];
    const json = {
      ...v2(phases),
      user_prompt: undefined,
      updated_at: '2026-02-01T10:30:00Z',
      loop_summary: { loops: 1 },
    };
    const session = parsed(json);
    expect(session).toMatchObject({ user_prompt: '按顺序做', completed_at: '2026-02-01T10:30:00Z' });
    expect(session.inferred).toEqual(['completed_at']);
    expect(kept(session)).toEqual({ loop_summary: { loops: 1 } });
  });
});
