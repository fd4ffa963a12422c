import { parseSession, type Session } from '../../src/session/index.ts';

/** A call of v3.0 with what it needs, and more. */
export function callOf(id: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    call_id: id,
    tool_name: 'Read',
    tool_category: 'perception',
    started_at: '2026-02-01T10:00:00.000Z',
    ended_at: '2026-02-01T10:00:01.000Z',
    duration_ms: 1000,
    input: { params: { file_path: 'a.ts' } },
    output: { status: 'success', result: { display: 'Read 1 line' } },
    ...more,
  };
}

/** A session of v3.0 with what it needs, and more. */
export function sessionOf(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    session_id: '2026-02-01-001-memo',
    task_title: 'A memo board',
    user_prompt: 'Make a memo board',
    created_at: '2026-02-01T10:00:00.000Z',
    completed_at: '2026-02-01T10:10:00.000Z',
    status: 'success',
    agent: { model_id: 'model-1' },
    tool_calls: [callOf('tool-001'), callOf('tool-002')],
    summary: { total_duration_ms: 600000, tool_calls_count: 2, files_created: [], files_modified: [] },
    ...more,
  };
}

/** An annotation of v3.0. */
export function annotationOf(start: string, end: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    annotation_id: `ann-${start}`,
    phase_type: 'execute',
    tool_call_range: { start_call_id: start, end_call_id: end },
    annotated_by: 'agent',
    annotated_at: '2026-02-01T10:10:00.000Z',
    confidence: 'high',
    ...more,
  };
}

/** Parses what must be a session. */
export function parsed(json: unknown): Session {
  const { session, diagnostics } = parseSession(json);
  if (session === undefined) throw new Error(JSON.stringify(diagnostics));
  return session;
}

/** What the session says of an older file and has no field for. */
export function kept(thing: { extensions?: Record<string, unknown> | undefined } | undefined): Record<string, unknown> {
  return (thing?.extensions?.std001 ?? {}) as Record<string, unknown>;
}
