import type {
  PhaseAnnotation,
  PhaseType,
  Session,
  SessionEvent,
  SubSession,
  ToolCall,
} from '../../src/session/index.ts';

/** One run of a session that is being drawn. */
export interface Run {
  readonly prefix: string;
  readonly sub: { readonly id: string; readonly parent: Run; readonly trigger: ToolCall } | undefined;
  readonly calls: ToolCall[];
  readonly events: SessionEvent[];
  seq: number;
  /** Latest time, in ISO 8601; '' before the first. */
  clock: string;
}

/** A phase that is being drawn, with the calls it covers. */
export interface PhaseSpan {
  readonly type: PhaseType;
  readonly attempt: number | undefined;
  readonly calls: ToolCall[];
}

/** A run without items. */
export function createRun(prefix: string, sub: Run['sub'], clock: string): Run {
  return { prefix, sub, calls: [], events: [], seq: 0, clock };
}

/** Makes a session of its drawn runs. */
export function finishSession(
  root: Run,
  subs: readonly Run[],
  phases: readonly PhaseSpan[],
  facts: ReadonlyMap<string, string>,
): Session {
  const session_id = facts.get('id') ?? 'drawn';
  const created_at = facts.get('created') ?? '2026-01-25T10:00:00.000Z';
  const completed_at = latest([created_at, ...[root, ...subs].map(endOfRun)]);
  const cwd = facts.get('cwd');
  const annotations = phases.flatMap((span, i) => annotate(span, i, created_at));
  return {
    schema_version: '3.1',
    session_id,
    task_title: facts.get('title') ?? 'Drawn session',
    user_prompt:
      root.events.flatMap((event) => (event.type === 'message' && event.role === 'user' ? [event.text] : []))[0] ?? '',
    created_at,
    completed_at,
    status: (facts.get('status') ?? 'success') as Session['status'],
    agent: { model_id: facts.get('model') ?? 'model-a' },
    tool_calls: root.calls,
    events: root.events,
    sub_sessions: subs.map((sub) => subSession(sub, session_id, created_at)),
    ...(annotations.length === 0 ? {} : { phase_annotations: annotations }),
    ...(cwd === undefined ? {} : { environment: { cwd } }),
    summary: {
      total_duration_ms: Date.parse(completed_at) - Date.parse(created_at),
      tool_calls_count: root.calls.length,
      files_created: [],
      files_modified: [],
    },
  };
}

function endOfRun({ calls, clock }: Run): string {
  return latest([clock, ...calls.map(({ ended_at }) => ended_at)]);
}

function latest(times: readonly string[]): string {
  return times.toSorted().at(-1) ?? '';
}

function subSession(run: Run, sessionId: string, created: string): SubSession {
  const { id, parent, trigger } = run.sub as NonNullable<Run['sub']>;
  if (trigger.subagent_info !== undefined) {
    trigger.subagent_info.sub_session_id = id;
    trigger.subagent_info.tool_uses = run.calls.length;
  }
  const agent_type = trigger.subagent_info?.subagent_type;
  return {
    sub_session_id: id,
    parent_session_id: parent.sub?.id ?? sessionId,
    triggered_by_call_id: trigger.call_id,
    agent: agent_type === undefined ? {} : { agent_type },
    started_at: trigger.started_at,
    completed_at: endOfRun(run) || created,
    status: 'success',
    tool_calls: run.calls,
    events: run.events,
  };
}

function annotate({ type, attempt, calls }: PhaseSpan, index: number, annotated_at: string): PhaseAnnotation[] {
  const [first, last] = [calls[0], calls.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [
    {
      annotation_id: `ann-${String(index + 1).padStart(3, '0')}`,
      phase_type: type,
      tool_call_range: { start_call_id: first.call_id, end_call_id: last.call_id },
      annotated_by: 'human',
      annotated_at,
      confidence: 'high',
      ...(attempt === undefined ? {} : { loop_info: { attempt_number: attempt, is_retry: attempt > 1 } }),
    },
  ];
}
