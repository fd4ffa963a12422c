import { type Diagnostic, diagnose } from '../diagnostics.ts';
import { type JsonPath, toPointer } from '../json/jsonPath.ts';
import type { Session } from '../schema/std001v31.ts';
import { toMillis } from '../toMillis.ts';
import { runsOf } from './runsOf.ts';

/** Runs and calls that end before they start, and calls that start before the one ahead of them. */
export function* checkTimes(session: Session): Generator<Diagnostic> {
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
