import { type Diagnostic, type DiagnosticCode, diagnose } from '../diagnostics.ts';
import { type JsonPath, toPointer } from '../json/jsonPath.ts';
import type { Session } from '../schema/std001v31.ts';
import { runsOf } from './runsOf.ts';

/** References of events, calls and sub-sessions to calls and runs that are not there, and runs that hold each other. */
export function* checkReferences(session: Session): Generator<Diagnostic> {
  const runs = runsOf(session);
  const callIds = new Set(runs.flatMap(({ run }) => run.tool_calls.map(({ call_id }) => call_id)));
  const parents = new Map(session.sub_sessions.map((sub) => [sub.sub_session_id, sub.parent_session_id]));
  const runIds = new Set([session.session_id, ...parents.keys()]);
  for (const { run, path } of runs) {
    for (const [index, event] of run.events.entries()) {
      if (event.type !== 'plan' && event.type !== 'notice') continue;
      yield* checkReference(event.call_id, callIds, 'dangling-call-id', [...path, 'events', index, 'call_id']);
    }
    for (const [index, { subagent_info }] of run.tool_calls.entries()) {
      const at = [...path, 'tool_calls', index, 'subagent_info', 'sub_session_id'];
      yield* checkReference(subagent_info?.sub_session_id, runIds, 'dangling-run-id', at);
    }
  }
  for (const [index, sub] of session.sub_sessions.entries()) {
    const at = ['sub_sessions', index];
    yield* checkReference(sub.triggered_by_call_id, callIds, 'dangling-call-id', [...at, 'triggered_by_call_id']);
    yield* checkReference(sub.parent_session_id, runIds, 'dangling-run-id', [...at, 'parent_session_id']);
  }
  yield* checkNesting(session, parents);
}

function checkReference(
  id: string | undefined,
  known: ReadonlySet<string>,
  code: DiagnosticCode,
  path: JsonPath,
): Diagnostic[] {
  return id === undefined || known.has(id) ? [] : [diagnose(code, { at: { pointer: toPointer(path) }, actual: id })];
}

/** Each run is walked through once: a walk that comes back to a run of its own has found a ring. */
function* checkNesting(session: Session, parents: ReadonlyMap<string, string>): Generator<Diagnostic> {
  const walkOf = new Map<string, number>();
  for (const [walk, { sub_session_id }] of session.sub_sessions.entries()) {
    let id: string | undefined = sub_session_id;
    while (id !== undefined && id !== session.session_id && !walkOf.has(id)) {
      walkOf.set(id, walk);
      id = parents.get(id);
    }
    if (id === undefined || walkOf.get(id) !== walk) continue;
    const pointer = toPointer(['sub_sessions', walk, 'parent_session_id']);
    yield diagnose('cyclic-runs', { at: { pointer }, actual: id });
  }
}
