import { emptyOutput } from '../calls/readOutput.ts';
import { resultOf } from '../calls/resultOf.ts';
import { tellEndedCall } from '../calls/tellEndedCall.ts';
import type { RolloutVerdict } from '../descriptor.ts';
import { asText, type Fields } from '../narrow.ts';
import { patchesOfChanges } from '../patches/patchesOfChanges.ts';
import type { Origin, Thread } from '../thread.ts';

/** How a patch was applied (`patch_apply_end`, `FileChange`): joined with its call, or a call by itself. */
export function convertPatchEnd(
  thread: Thread,
  end: Fields,
  id: string | undefined,
  origin: Origin,
  times?: Fields,
): RolloutVerdict {
  const open = id === undefined ? undefined : thread.calls.open.get(id);
  if (open !== undefined) {
    open.patchEnd = end;
    return 'converted';
  }
  if (id !== undefined && thread.sink.hasCall(id)) {
    thread.sink.amendCall(id, { patches: patchesOfChanges(end.changes) });
    return 'converted';
  }
  const text = asText(end.stdout) || asText(end.stderr) || '';
  const success =
    typeof end.success === 'boolean' ? end.success : end.status === undefined || end.status === 'completed';
  const result = resultOf({ kind: 'patch', patchEnd: end }, { ...emptyOutput, text, success });
  tellEndedCall(thread, { name: 'apply_patch', params: {}, nativeId: id }, result, origin, times);
  return 'converted';
}
