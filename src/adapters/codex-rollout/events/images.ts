import type { RolloutVerdict } from '../descriptor.ts';
import { asWords, type Fields } from '../narrow.ts';
import type { Origin, Thread } from '../thread.ts';

/** An image that the model made: an item (`image_generation_call`), an event or a completed item, joined by id. */
export function convertImage(thread: Thread, payload: Fields, { at, ref }: Origin): RolloutVerdict {
  const nativeId = asWords(payload.call_id) ?? asWords(payload.id);
  const savedPath = asWords(payload.saved_path);
  if (nativeId !== undefined && thread.sink.hasCall(nativeId)) {
    if (savedPath === undefined) return { ignored: 'repeated_call' };
    thread.sink.amendCall(nativeId, { fields: { saved_path: savedPath } });
    return 'converted';
  }
  const prompt = asWords(payload.revised_prompt);
  const base64 = asWords(payload.result);
  const failed = payload.status === 'failed';
  const seq = thread.sink.openCall({
    name: 'image_generation',
    params: prompt === undefined ? {} : { revised_prompt: prompt },
    description: prompt,
    at,
    ref,
    nativeId,
  });
  thread.sink.closeCall(seq, {
    outcome: failed ? 'failed' : base64 === undefined ? 'unknown' : 'succeeded',
    error: failed ? 'No image was made.' : undefined,
    display: savedPath ?? (base64 === undefined ? undefined : 'Made an image'),
    attachments:
      base64 === undefined ? undefined : [{ kind: 'image', media_type: 'image/png', name: savedPath, base64 }],
    fields: savedPath === undefined ? {} : { saved_path: savedPath },
    ref,
  });
  thread.turns.work();
  return 'converted';
}

/** The model looked at an image (`view_image_tool_call`, `ImageView`); its call mostly tells it already. */
export function convertImageView(thread: Thread, payload: Fields, { at, ref }: Origin): RolloutVerdict {
  const nativeId = asWords(payload.call_id) ?? asWords(payload.id);
  if (nativeId !== undefined && thread.sink.hasCall(nativeId)) return { ignored: 'repeated_call' };
  const seq = thread.sink.openCall({ name: 'view_image', params: { path: payload.path }, at, ref, nativeId });
  thread.sink.closeCall(seq, { outcome: 'succeeded', ref });
  return 'converted';
}
