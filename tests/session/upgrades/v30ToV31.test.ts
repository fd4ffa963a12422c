import { describe, expect, it } from 'vitest';
import { checkSession, parseSession } from '../../../src/session/index.ts';
import { annotationOf, callOf, kept, parsed, sessionOf } from '../fixtures.ts';

const ids = ['tc_001', 'tc_002', 'tc_003', 'tc_004'];
const calls = ids.map((id) => callOf(id));

describe('upgrading the late team variant', () => {
  const json = {
    session_id: '2026-02-05-001',
    task_title: '分享链接',
    user_prompt: '/team 做分享链接',
    status: 'completed',
    started_at: '2026-02-05T07:00:00Z',
    completed_at: '2026-02-05T07:26:00Z',
    collaboration: {
      mode: 'multi_agent',
      pattern: 'pipeline',
      participants: [{ agent_type: 'architect', role: '设计' }],
    },
    tool_calls: [
      callOf('tc_001', { output: { status: 'success', result: '工具栏有空位' }, context_contribution: '可以放右侧' }),
      callOf('tc_002', { tool_name: 'Write', output: { status: 'error', result: '1 error' } }),
      ...calls.slice(2),
    ],
    phase_annotations: [
      {
        annotation_id: 'pa_1',
        phase_type: 'explore',
        tool_call_range: ['tc_001', 'tc_002'],
        annotated_by: 'agent',
        confidence: 'high',
      },
      {
        annotation_id: 'pa_2',
        phase_type: 'plan',
        tool_call_range: { start: 'tc_003', end: 'tc_004' },
        confidence: 'high',
      },
    ],
    decisions: [
      { decision_id: 'd_1', title: '令牌', choice: '随机', rationale: '安全', alternatives_rejected: ['JWT'] },
    ],
    summary: '实现分享链接',
    files_modified: ['b.ts'],
    deliverables: ['a.ts'],
  };
  const session = parsed(json);

  it('reads its session', () => {
    expect(session).toMatchObject({
      created_at: '2026-02-05T07:00:00Z',
      status: 'success',
      agent: { model_id: 'unknown' },
      collaboration: json.collaboration,
      summary: { total_duration_ms: 1560000, tool_calls_count: 4, files_created: [], files_modified: ['b.ts'] },
    });
    expect(kept(session)).toEqual({ summary: '实现分享链接', deliverables: ['a.ts'], status: 'completed' });
    expect(session.inferred).not.toContain('summary.files_modified');
  });

  it('reads plain texts as results and contributions', () => {
    expect(session.tool_calls[0]).toMatchObject({
      output: { status: 'success', result: { display: '工具栏有空位' } },
      context_contribution: { type: 'knowledge', summary: '可以放右侧' },
      inferred: ['context_contribution.type'],
    });
    expect(session.tool_calls[1]?.output).toMatchObject({ status: 'failed', result: { display: '1 error' } });
  });

  it('reads ranges in every spelling', () => {
    expect(session.phase_annotations?.map(({ tool_call_range }) => tool_call_range)).toEqual([
      { start_call_id: 'tc_001', end_call_id: 'tc_002' },
      { start_call_id: 'tc_003', end_call_id: 'tc_004' },
    ]);
    expect(session.phase_annotations?.[1]).toMatchObject({ annotated_by: 'agent', annotated_at: json.completed_at });
    expect(session.phase_annotations?.[1]?.inferred).toEqual([
      'decisions',
      'annotated_at',
      'annotated_by',
      'decisions.0.type',
    ]);
  });

  it('moves its decisions to the annotation that plans', () => {
    expect(session.phase_annotations?.[1]?.decisions).toEqual([
      {
        decision_id: 'd_1',
        type: 'approach',
        description: '令牌: 随机',
        reasoning: '安全',
        alternatives_considered: ['JWT'],
      },
    ]);
  });

  it('keeps decisions at the session if there are no annotations', () => {
    const { phase_annotations: _, ...bare } = json;
    expect(kept(parsed(bare))).toMatchObject({ decisions: json.decisions });
  });
});

describe('upgrading annotations that list their calls', () => {
  const list = (...listed: string[]) =>
    sessionOf({
      tool_calls: calls,
      phase_annotations: [annotationOf('x', 'x', { tool_call_range: listed, decisions: ['think first'] })],
    });

  it('makes one annotation per run of neighbouring calls', () => {
    const session = parsed(list('tc_004', 'tc_001', 'tc_002'));
    const annotations = session.phase_annotations ?? [];
    expect(
      annotations.map(({ tool_call_range: { start_call_id, end_call_id } }) => [start_call_id, end_call_id]),
    ).toEqual([
      ['tc_001', 'tc_002'],
      ['tc_004', 'tc_004'],
    ]);
    expect(annotations[0]?.decisions).toMatchObject([{ description: 'think first' }]);
    expect(annotations[1]).not.toHaveProperty('decisions');
    expect(kept(annotations[0])).toMatchObject({ tool_call_range: ['tc_004', 'tc_001', 'tc_002'] });
  });

  it('sorts the annotations by their calls if one is split', () => {
    const session = parsed(
      sessionOf({
        tool_calls: calls,
        phase_annotations: [
          { phase_type: 'execute', tool_call_range: ['tc_001', 'tc_002', 'tc_004'], confidence: 'high' },
          { phase_type: 'verify', tool_call_range: ['tc_003'], confidence: 'high' },
        ],
      }),
    );
    expect(session.phase_annotations?.map(({ annotation_id }) => annotation_id)).toEqual([
      'ann-001',
      'ann-002',
      'ann-001-2',
    ]);
    expect(session.phase_annotations?.[2]?.inferred).toEqual([
      'annotated_at',
      'annotated_by',
      'annotation_id',
      'tool_call_range',
    ]);
  });

  it('keeps ids that name no call', () => {
    const { session, diagnostics } = parseSession(list('tc_001', 'tc_002', 'tc_099'));
    expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'dangling-call-id', actual: 'tc_099' }));
    expect(kept(session?.phase_annotations?.[0])).toMatchObject({ tool_call_range: ['tc_001', 'tc_002', 'tc_099'] });
  });

  it('keeps annotations that name no call at all as leftovers of the session', () => {
    const session = parsed(list('a', 'b', 'c'));
    expect(session).not.toHaveProperty('phase_annotations');
    expect(kept(session)).toMatchObject({ phase_annotations: { 0: { annotation_id: 'ann-x' } } });
  });
});

describe('upgrading STD-008', () => {
  const agent = (agent_id: string) => ({ agent_id, agent_type: 'developer' });
  const message = (n: number, more: Record<string, unknown>) => ({
    message_id: `msg-${n}`,
    timestamp: '2026-02-01T10:00:00.500Z',
    sequence_number: n,
    from_agent: agent('lead'),
    to_agent: agent('dev-1'),
    message_type: 'task_assignment',
    ...more,
  });
  const json = sessionOf({
    tool_calls: [
      callOf('tool-001'),
      callOf('tool-002', {
        tool_name: 'Task',
        started_at: '2026-02-01T10:00:02.000Z',
        ended_at: '2026-02-01T10:05:00.000Z',
        subagent_info: { subagent_type: 'developer', sub_session_id: 'sub-001', tool_uses: 1 },
      }),
    ],
    sub_sessions: [
      {
        sub_session_id: 'sub-001',
        parent_session_id: '2026-02-01-001-memo',
        agent: { ...agent('dev-1'), instance_id: 'i1' },
        triggered_by_call_id: 'tool-002',
        task: { task_id: 't1', description: 'Export', priority: 'high' },
        started_at: '2026-02-01T10:00:02.000Z',
        status: 'success',
        tool_calls: [callOf('sub-tool-001')],
        output: { summary: 'done' },
      },
    ],
    messages: [
      message(2, {
        payload: { task_id: 't1', status: 'completed' },
        from_agent: agent('dev-1'),
        to_agent: agent('lead'),
      }),
      message(1, { payload: { task: { task_id: 't1', task_description: 'Export it' } }, reply_to: 'msg-0' }),
      message(3, { payload: '看起来不错', timestamp: '2026-02-01T10:06:00Z' }),
    ],
    collaboration: { mode: 'multi_agent', pattern: 'master_worker', orchestrator: agent('lead'), participants: [] },
  });
  const session = parsed(json);

  it('turns messages into events, in order of their numbers, between the calls', () => {
    expect(session.events).toMatchObject([
      { event_id: 'prompt', seq: 1, role: 'user' },
      {
        event_id: 'msg-1',
        seq: 3,
        role: 'assistant',
        text: 'Export it',
        origin: 'teammate',
        from: 'lead',
        to: 'dev-1',
      },
      { event_id: 'msg-2', seq: 4, text: 'task_assignment', from: 'dev-1' },
      { event_id: 'msg-3', seq: 6, text: '看起来不错', at: '2026-02-01T10:06:00Z' },
    ]);
    expect(session.tool_calls.map(({ seq }) => seq)).toEqual([2, 5]);
    expect(session.events[1]?.extensions?.std001).toMatchObject({
      sequence_number: 1,
      message_type: 'task_assignment',
      payload: { task: { task_id: 't1' } },
      reply_to: 'msg-0',
    });
  });

  it('keeps the runs of its agents, and fields unknown to 3.1', () => {
    const [sub] = session.sub_sessions;
    expect(sub).toMatchObject({
      sub_session_id: 'sub-001',
      agent: { agent_id: 'dev-1', instance_id: 'i1' },
      task: { task_id: 't1', priority: 'high' },
      status: 'success',
      outcome: 'succeeded',
      events: [],
    });
    expect(sub?.tool_calls[0]).toMatchObject({ call_id: 'sub-tool-001', seq: 1 });
    expect(kept(sub)).toEqual({ output: { summary: 'done' } });
    expect(checkSession(session)).toEqual([]);
  });

  it('infers missing fields of a run', () => {
    const bare = {
      triggered_by_call_id: 'tool-002',
      agent: 'reviewer',
      task: 'Review',
      tool_calls: [{ tool_name: 'Read' }],
    };
    const [sub] = parsed({ ...json, sub_sessions: [bare] }).sub_sessions;
    expect(sub).toMatchObject({
      sub_session_id: 'sub-001',
      parent_session_id: '2026-02-01-001-memo',
      agent: { agent_type: 'reviewer' },
      task: { description: 'Review' },
      started_at: '2026-02-01T10:00:02.000Z',
      status: 'in_progress',
      outcome: 'unknown',
      inferred: ['sub_session_id', 'parent_session_id', 'started_at', 'status'],
    });
    expect(sub?.tool_calls[0]).toMatchObject({
      call_id: 'sub-001-tool-001',
      started_at: '2026-02-01T10:00:02.000Z',
    });
  });
});
