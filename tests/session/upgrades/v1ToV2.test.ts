import { describe, expect, it } from 'vitest';
import { parseSession } from '../../../src/session/index.ts';
import { kept, parsed } from '../fixtures.ts';

function step(id: string, name: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    step_id: id,
    step_name: name,
    status: 'success',
    input: { of: id },
    output: { by: id },
    context_link: null,
    skill_source: null,
    domain_knowledge_source: null,
    domain_matching_score: 0,
    timestamp: '2026-02-01T10:00:00Z',
    duration_ms: 500,
    ...more,
  };
}

function sevenSteps(changes: Record<string, Record<string, unknown>> = {}): Record<string, unknown> {
  const names = [
    'requirement_input',
    'task_decomposition',
    'code_generation',
    'environment_execution',
    'debug_fix',
    'result_verification',
    'memory_consolidation',
  ];
  const steps = names.map((name, index) => step(`step-00${index + 1}`, name, changes[name]));
  return { session_id: 'demo', created_at: '2026-02-01T10:00:00Z', updated_at: '2026-02-01T10:01:00Z', steps };
}

describe('upgrading v1 with its seven steps', () => {
  const session = parsed(
    sevenSteps({
      requirement_input: { input: '写一个函数\n要快' },
      code_generation: {
        skill_source: { id: 's1', name: '代码生成', description: '生成代码', source: 'builtin' },
        domain_knowledge_source: [{ id: 'k1', name: '递推', content: '迭代更快', relevance_score: 0.6 }],
      },
      environment_execution: { status: 'failed', error_message: '1 failed' },
      debug_fix: { status: 'skipped', input: null, output: { reason: 'none' } },
    }),
  );

  it('makes a call of every step that ran, with the step’s id', () => {
    expect(
      session.tool_calls.map(({ call_id, tool_name, tool_category }) => [call_id, tool_name, tool_category]),
    ).toEqual([
      ['step-002', 'task_decomposition', 'planning'],
      ['step-003', 'code_generation', 'action'],
      ['step-004', 'environment_execution', 'action'],
      ['step-006', 'result_verification', 'perception'],
      ['step-007', 'memory_consolidation', 'action'],
    ]);
    expect(session.tool_calls[2]).toMatchObject({
      started_at: '2026-02-01T10:00:00Z',
      ended_at: '2026-02-01T10:00:00.500Z',
      duration_ms: 500,
      input: { params: { of: 'step-004' } },
      output: { status: 'failed', result: { by: 'step-004' }, error: '1 failed' },
      inferred: ['ended_at'],
    });
  });

  it('takes the prompt from the user’s request, and the title from its first line', () => {
    expect(session).toMatchObject({ user_prompt: '写一个函数\n要快', task_title: '写一个函数' });
    expect(session.inferred).toContain('task_title');
    expect(session.inferred).not.toContain('user_prompt');
  });

  it('makes five phases of the seven steps', () => {
    expect(session.phase_annotations?.map(({ phase_type, annotation_id }) => [phase_type, annotation_id])).toEqual([
      ['plan', 'step-002'],
      ['execute', 'step-003'],
      ['execute', 'step-004'],
      ['verify', 'step-006'],
      ['mixed', 'step-007'],
    ]);
  });

  it('gives skills and knowledge as context, and keeps the originals', () => {
    const annotation = session.phase_annotations?.[1];
    expect(annotation?.context_used).toEqual([
      { type: 'skill', source: '代码生成', relevance: 'medium', summary: '生成代码' },
      { type: 'skill', source: '递推', relevance: 'medium', summary: '迭代更快' },
    ]);
    expect(kept(annotation)).toMatchObject({
      step_name: 'code_generation',
      skill_source: { id: 's1', source: 'builtin' },
      domain_knowledge_source: [{ relevance_score: 0.6 }],
    });
  });

  it('keeps steps that did not run as phases without calls, in order', () => {
    const phases = session.phases?.map(({ phase_id, tool_call_ids }) => [phase_id, tool_call_ids.length]);
    expect(phases).toContainEqual(['step-005', 0]);
    expect(phases).toHaveLength(7);
    expect(session.phases?.find(({ phase_id }) => phase_id === 'step-005')).toMatchObject({
      step_name: 'debug_fix',
      status: 'skipped',
      output: { reason: 'none' },
    });
  });

  it.each([
    ['success', 'the verification succeeded', {}],
    ['failed', 'the verification failed', { result_verification: { status: 'failed' } }],
    ['failed', 'nothing was verified', { debug_fix: { status: 'failed' }, result_verification: { status: 'skipped' } }],
    ['in_progress', 'a step is still running', { memory_consolidation: { status: 'running' } }],
  ])('gives the status %s when %s', (status, _, changes) => {
    const stated = parsed(sevenSteps(changes));
    expect(stated.status).toBe(status);
    expect(stated.inferred).toContain('status');
  });

  it('states that the session was upgraded', () => {
    expect(parseSession(sevenSteps()).diagnostics).toMatchObject([{ code: 'upgraded-shape', actual: 'v1' }]);
  });
});
