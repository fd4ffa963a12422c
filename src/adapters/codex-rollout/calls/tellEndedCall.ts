import { toMillis } from '../../../session/index.ts';
import type { CallResult, CallStart } from '../../assembly.ts';
import { asNumber, type Fields } from '../narrow.ts';
import type { Origin, Thread } from '../thread.ts';

/** Tells a call that no item of the model opened: one of a script, or of the person, known only by how it ended. */
export function tellEndedCall(
  thread: Thread,
  start: CallStart,
  result: CallResult,
  { at, ref }: Origin,
  times: Fields = {},
): void {
  const endMs = asNumber(times.completed_at_ms) ?? toMillis(at);
  const startMs = asNumber(times.started_at_ms);
  const measuredMs = result.durationMs ?? 0;
  const began = startMs ?? (endMs === undefined ? at : endMs - measuredMs);
  const script = thread.calls.openScript();
  const extensions = { ...start.extensions, ...(script === undefined ? {} : { called_by: script }) };
  const seq = thread.sink.openCall({ ...start, at: began, ref, extensions });
  thread.sink.closeCall(seq, { ...result, at: endMs ?? at, ref });
  thread.turns.work();
}
