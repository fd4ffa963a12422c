import { type Diagnostic, type DiagnosticCode, diagnose } from './diagnostics.ts';
import { type JsonPath, toPointer } from './json/values.ts';
import type { PhaseAnnotation, Session, SubSession } from './schema/std001v31.ts';
import { groupBy } from './sequences.ts';
import { toMillis } from './toMillis.ts';

/**
 * Checks that a session is consistent: ids, references, ranges, the count of calls, times. Only reports; changes nothing. Takes time
 * proportional to the size of the session.
 */
export function checkSession(session: Session): Diagnostic[] {
  return [
    ...checkIds(session),
    ...checkReferences(session),
    ...checkRanges(session),
    ...checkCounts(session),
    ...checkTimes(session),
  ];
}

/** The summary counts the session's own calls, not those of its sub-sessions. */
function checkCounts({ summary, tool_calls }: Session): Diagnostic[] {
  const stated = summary.tool_calls_count;
  if (stated === tool_calls.length) return [];
  const at = { pointer: '/summary/tool_calls_count' };
  return [diagnose('count-mismatch', { at, actual: String(stated), expected: String(tool_calls.length) })];
}

/** Ids that occur twice in the file: of calls and events, of runs, of annotations. */
function* checkIds(session: Session): Generator<Diagnostic> {
  const items = createRegister();
  const runs = createRegister();
  const annotations = createRegister();
  runs(session.session_id, ['session_id']);
  for (const { run, path } of runsOf(session)) {
    if ('sub_session_id' in run) yield* runs(String(run.sub_session_id), [...path, 'sub_session_id']);
    for (const [index, { call_id }] of run.tool_calls.entries()) {
      yield* items(call_id, [...path, 'tool_calls', index, 'call_id']);
    }
    for (const [index, { event_id }] of run.events.entries()) {
      yield* items(event_id, [...path, 'events', index, 'event_id']);
    }
  }
  for (const [index, { annotation_id }] of (session.phase_annotations ?? []).entries()) {
    yield* annotations(annotation_id, ['phase_annotations', index, 'annotation_id']);
  }
}

type Register = (id: string, path: JsonPath) => Diagnostic[];

/** Records ids, and reports those that are already known. */
function createRegister(): Register {
  const known = new Set<string>();
  return (id, path) => {
    if (known.has(id)) return [diagnose('duplicate-id', { at: { pointer: toPointer(path) }, actual: id })];
    known.add(id);
    return [];
  };
}

interface Span {
  annotation: PhaseAnnotation;
  index: number;
  /** Positions of calls, both included. */
  first: number;
  last: number;
}

/** Ranges of annotations: ends that do not exist, ranges that run backwards or overlap, and calls that no annotation covers. */
function* checkRanges({ phase_annotations = [], tool_calls }: Session): Generator<Diagnostic> {
  const callIndexes = new Map(tool_calls.map(({ call_id }, callIndex) => [call_id, callIndex]));
  const spans: Span[] = [];
  for (const [index, annotation] of phase_annotations.entries()) {
    const { start_call_id, end_call_id } = annotation.tool_call_range;
    const first = callIndexes.get(start_call_id);
    const last = callIndexes.get(end_call_id);
    if (first === undefined) yield dangling(index, 'start_call_id', start_call_id);
    if (last === undefined) yield dangling(index, 'end_call_id', end_call_id);
    if (first === undefined || last === undefined) continue;
    if (last >= first) spans.push({ annotation, index, first, last });
    else
      yield diagnose('backward-range', {
        at: { pointer: pointerOf(index) },
        actual: `${start_call_id} to ${end_call_id}`,
      });
  }
  if (phase_annotations.length > 0) yield* checkCover(spans, tool_calls.length);
}

function pointerOf(index: number): string {
  return toPointer(['phase_annotations', index, 'tool_call_range']);
}

function dangling(index: number, end: 'start_call_id' | 'end_call_id', actual: string): Diagnostic {
  return diagnose('dangling-call-id', { at: { pointer: `${pointerOf(index)}/${end}` }, actual });
}

/** One pass over the calls; `reach` is how far the annotations so far extend. */
function* checkCover(spans: readonly Span[], calls: number): Generator<Diagnostic> {
  const byStart = groupBy(spans, ({ first }) => first);
  let reach = -1;
  let reaching: Span | undefined;
  let uncovered = 0;
  for (let callIndex = 0; callIndex < calls; callIndex += 1) {
    for (const span of byStart.get(callIndex) ?? []) {
      if (callIndex <= reach && reaching !== undefined) {
        const actual = `${span.annotation.annotation_id} and ${reaching.annotation.annotation_id}`;
        yield diagnose('overlapping-ranges', { at: { pointer: pointerOf(span.index) }, actual });
      }
      if (span.last > reach) {
        reach = span.last;
        reaching = span;
      }
    }
    if (callIndex > reach) uncovered += 1;
  }
  if (uncovered === 0) return;
  const at = { pointer: toPointer(['phase_annotations']) };
  yield diagnose('uncovered-calls', { at, actual: `${uncovered} of ${calls} calls`, expected: 'none' });
}

/** References of events, calls and sub-sessions to calls and runs that do not exist, and runs that contain each other. */
function* checkReferences(session: Session): Generator<Diagnostic> {
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

/** Each run is walked once: a walk that returns to one of its own runs has found a cycle. */
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

/** Runs and calls that end before they start, and calls that start before the previous call. */
function* checkTimes(session: Session): Generator<Diagnostic> {
  for (const { run, path } of runsOf(session)) {
    const start = 'created_at' in run ? String(run.created_at) : String(run.started_at);
    yield* checkSpan(start, run.completed_at, [...path, 'completed_at']);
    let latest = Number.NEGATIVE_INFINITY;
    for (const [index, { started_at, ended_at }] of run.tool_calls.entries()) {
      yield* checkSpan(started_at, ended_at, [...path, 'tool_calls', index, 'ended_at']);
      const ms = toMillis(started_at) ?? latest;
      if (ms < latest) {
        const at = { pointer: toPointer([...path, 'tool_calls', index, 'started_at']) };
        yield diagnose('time-order', { at, message: 'A call starts before the one ahead of it.', actual: started_at });
      }
      latest = Math.max(latest, ms);
    }
  }
}

function checkSpan(start: string, end: string | undefined, path: JsonPath): Diagnostic[] {
  const startMs = toMillis(start);
  const endMs = toMillis(end);
  if (end === undefined || startMs === undefined || endMs === undefined || endMs >= startMs) return [];
  return [diagnose('time-order', { at: { pointer: toPointer(path) }, actual: end, expected: `${start} or later` })];
}

/** The session or one of its sub-sessions, with its place in the file. */
interface Run {
  run: Session | SubSession;
  path: JsonPath;
}

/** The session itself, then its sub-sessions. */
function runsOf(session: Session): Run[] {
  return [
    { run: session, path: [] },
    ...session.sub_sessions.map((run, index) => ({ run, path: ['sub_sessions', index] })),
  ];
}
