import { type Diagnostic, diagnose } from '../diagnostics.ts';
import { type JsonPath, toPointer } from '../json/jsonPath.ts';
import type { Session } from '../schema/std001v31.ts';
import { runsOf } from './runsOf.ts';

/** Ids that stand twice in the file: of calls and events, of runs, of annotations. */
export function* checkIds(session: Session): Generator<Diagnostic> {
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

/** Notes ids, and reports those that it knows already. */
function createRegister(): Register {
  const known = new Set<string>();
  return (id, path) => {
    if (known.has(id)) return [diagnose('duplicate-id', { at: { pointer: toPointer(path) }, actual: id })];
    known.add(id);
    return [];
  };
}
