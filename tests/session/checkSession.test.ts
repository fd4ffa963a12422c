import { describe, expect, it } from 'vitest';
import { checkSession, type Session } from '../../src/session/index.ts';
import { annotationOf, callOf, parsed, sessionOf } from './fixtures.ts';

const ids = ['tool-001', 'tool-002', 'tool-003', 'tool-004'];

function fourCalls(more: Record<string, unknown> = {}): Session {
  const summary = { total_duration_ms: 1, tool_calls_count: 4, files_created: [], files_modified: [] };
  return parsed(sessionOf({ tool_calls: ids.map((id) => callOf(id)), summary, ...more }));
}

const found = (session: Session) => checkSession(session).map(({ code, at, actual }) => [code, at?.pointer, actual]);

describe('checkSession', () => {
  it('finds nothing in a valid session', () => {
    const phase_annotations = [annotationOf('tool-001', 'tool-002'), annotationOf('tool-003', 'tool-004')];
    expect(checkSession(fourCalls({ phase_annotations }))).toEqual([]);
  });

  it('reports without changing anything', () => {
    const session = fourCalls({ phase_annotations: [annotationOf('tool-004', 'tool-001')] });
    const before = structuredClone(session);
    checkSession(session);
    expect(session).toEqual(before);
  });

  it('finds ranges that name no call, run backwards or overlap, and uncovered calls', () => {
    const phase_annotations = [
      annotationOf('tool-001', 'tool-002', { annotation_id: 'a' }),
      annotationOf('tool-002', 'tool-002', { annotation_id: 'b' }),
      annotationOf('tool-003', 'tool-001', { annotation_id: 'c' }),
      annotationOf('tool-004', 'tool-009', { annotation_id: 'd' }),
    ];
    expect(found(fourCalls({ phase_annotations }))).toEqual([
      ['backward-range', '/phase_annotations/2/tool_call_range', 'tool-003 to tool-001'],
      ['dangling-call-id', '/phase_annotations/3/tool_call_range/end_call_id', 'tool-009'],
      ['overlapping-ranges', '/phase_annotations/1/tool_call_range', 'b and a'],
      ['uncovered-calls', '/phase_annotations', '2 of 4 calls'],
    ]);
  });

  it('finds ids that occur twice, in the whole file', () => {
    const session = fourCalls();
    const sub = {
      sub_session_id: session.session_id,
      parent_session_id: session.session_id,
      agent: {},
      started_at: session.created_at,
      status: 'success' as const,
      events: [],
    };
    const notice = { event_id: 'tool-002', seq: 9, type: 'notice' as const, kind: 'info' as const, text: 'x' };
    const broken: Session = {
      ...session,
      events: [notice],
      sub_sessions: [{ ...sub, tool_calls: session.tool_calls.slice(0, 1) }],
      phase_annotations: [1, 2].map(() =>
        annotationOf('tool-001', 'tool-004', { annotation_id: 'a' }),
      ) as Session['phase_annotations'],
    };
    expect(found(broken).filter(([code]) => code === 'duplicate-id')).toEqual([
      ['duplicate-id', '/events/0/event_id', 'tool-002'],
      ['duplicate-id', '/sub_sessions/0/sub_session_id', session.session_id],
      ['duplicate-id', '/sub_sessions/0/tool_calls/0/call_id', 'tool-001'],
      ['duplicate-id', '/phase_annotations/1/annotation_id', 'a'],
    ]);
  });

  it('finds references to calls and runs that do not exist', () => {
    const session = fourCalls();
    const [first, ...others] = session.tool_calls;
    if (first === undefined) throw new Error('no call');
    const base = { seq: 9, text: 'x' };
    const broken: Session = {
      ...session,
      tool_calls: [
        { ...first, subagent_info: { subagent_type: 'x', tool_uses: 0, sub_session_id: 'sub-9' } },
        ...others,
      ],
      events: [
        { ...base, event_id: 'e1', type: 'notice', kind: 'info', call_id: 'gone' },
        { ...base, event_id: 'e2', type: 'plan', items: [], call_id: 'tool-001' },
      ],
      sub_sessions: [
        {
          sub_session_id: 'sub-1',
          parent_session_id: 'sub-8',
          triggered_by_call_id: 'nobody',
          agent: {},
          started_at: session.created_at,
          status: 'success',
          tool_calls: [],
          events: [],
        },
      ],
    };
    expect(found(broken)).toEqual([
      ['dangling-call-id', '/events/0/call_id', 'gone'],
      ['dangling-run-id', '/tool_calls/0/subagent_info/sub_session_id', 'sub-9'],
      ['dangling-call-id', '/sub_sessions/0/triggered_by_call_id', 'nobody'],
      ['dangling-run-id', '/sub_sessions/0/parent_session_id', 'sub-8'],
    ]);
  });

  it('finds runs that contain each other, and reports each cycle once', () => {
    const session = fourCalls();
    const sub = (id: string, parent: string) => ({
      sub_session_id: id,
      parent_session_id: parent,
      agent: {},
      started_at: session.created_at,
      status: 'success' as const,
      tool_calls: [],
      events: [],
    });
    const sub_sessions = [
      sub('a', 'b'),
      sub('b', 'c'),
      sub('c', 'b'),
      sub('d', 'd'),
      sub('e', session.session_id),
      sub('f', 'e'),
    ];
    expect(found({ ...session, sub_sessions })).toEqual([
      ['cyclic-runs', '/sub_sessions/0/parent_session_id', 'b'],
      ['cyclic-runs', '/sub_sessions/3/parent_session_id', 'd'],
    ]);
  });

  it('counts only the session’s own calls', () => {
    const summary = { total_duration_ms: 1, tool_calls_count: 11, files_created: [], files_modified: [] };
    expect(checkSession(fourCalls({ summary }))).toMatchObject([
      { code: 'count-mismatch', actual: '11', expected: '4' },
    ]);
  });

  it('finds times that run backwards', () => {
    const session = fourCalls({
      completed_at: '2026-02-01T09:00:00Z',
      tool_calls: [
        callOf('tool-001', { ended_at: '2026-02-01T09:59:59Z' }),
        callOf('tool-002'),
        callOf('tool-003', { started_at: '2026-02-01T09:00:00Z' }),
        callOf('tool-004'),
      ],
    });
    expect(found(session)).toEqual([
      ['time-order', '/completed_at', '2026-02-01T09:00:00Z'],
      ['time-order', '/tool_calls/0/ended_at', '2026-02-01T09:59:59Z'],
      ['time-order', '/tool_calls/2/started_at', '2026-02-01T09:00:00Z'],
    ]);
  });

  it('accepts the standard’s own example, with a warning', () => {
    const summary = { total_duration_ms: 5000, tool_calls_count: 11, files_created: [], files_modified: [] };
    expect(checkSession(parsed(sessionOf({ summary }))).map(({ code, severity }) => [code, severity])).toEqual([
      ['count-mismatch', 'notice'],
    ]);
  });
});
