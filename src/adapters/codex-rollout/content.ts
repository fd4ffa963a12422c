import type { AttachmentPart } from '../assembly.ts';
import type { RolloutVerdict } from './descriptor.ts';
import { asList, asObject, asText, asWords, type Fields, objectsIn } from './narrow.ts';
import type { Origin, Thread } from './thread.ts';

/** A text of a message, with what the writer calls it where it says so. */
export interface TextPart {
  text: string;
  kind: string | undefined;
}

/** The parts of a message or of a tool's output. */
export interface Content {
  texts: readonly TextPart[];
  attachments: readonly AttachmentPart[];
  /** How many parts the source holds only encrypted. */
  encrypted: number;
}

/** Reads a list of content parts; `kinds` names them one by one, in newer logs. */
export function readContent(content: unknown, kinds: readonly unknown[] = []): Content {
  const texts: TextPart[] = [];
  const attachments: AttachmentPart[] = [];
  let encrypted = 0;
  for (const [index, part] of objectsIn(content).entries()) {
    if (part.encrypted_content !== undefined && part.text === undefined) encrypted += 1;
    const text = asText(part.text);
    if (text !== undefined) texts.push({ text, kind: asText(kinds[index]) });
    const attachment = readImage(part);
    if (attachment !== undefined) attachments.push(attachment);
  }
  return { texts, attachments, encrypted };
}

/** Texts, one below the other. */
export function joinTexts(texts: readonly TextPart[]): string {
  return texts.map(({ text }) => text).join('\n');
}

/** Names that the writer gives to the parts of a message, where it does. */
export function kindsOf(payload: Fields): readonly unknown[] {
  return asList(asObject(payload.internal_chat_message_metadata_passthrough)?.content_item_kinds);
}

/** The image of a content part: `{image_url}`, `{image_url: {url}}` or `{data, mimeType}`; undefined where it has none. */
function readImage(part: Fields): AttachmentPart | undefined {
  const url = asWords(part.image_url) ?? asWords(asObject(part.image_url)?.url);
  if (url !== undefined) return imageOfUrl(url);
  const data = asWords(part.data);
  if (data === undefined || part.type !== 'image') return undefined;
  return { kind: 'image', media_type: asWords(part.mimeType) ?? asWords(part.mime_type), base64: data };
}

/** An image by its URL: with its bytes where the URL holds them, else by name. */
export function imageOfUrl(url: string): AttachmentPart {
  if (!url.startsWith('data:')) return { kind: 'image', name: url };
  const comma = url.indexOf(',');
  const head = url.slice('data:'.length, comma === -1 ? undefined : comma);
  const [mediaType = ''] = head.split(';', 1);
  const named = mediaType === '' ? {} : { media_type: mediaType };
  if (comma === -1 || !head.endsWith(';base64')) return { kind: 'image', ...named };
  return { kind: 'image', ...named, base64: url.slice(comma + 1) };
}

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
