import type { Attachment, ContentRef } from '../../session/index.ts';
import type { AttachmentPart } from '../assembly.ts';
import type { Cleaner } from './cleanValue.ts';
import { keepContent, type ShortenContext } from './contents.ts';
import { defined } from './fields.ts';

export interface KeptAttachments {
  attachments: Attachment[];
  refs: ContentRef[];
}

/** File extensions by media type. Never a name from the log; an unknown type is stored as plain bytes. */
const endings: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['application/pdf', 'pdf'],
]);

/** Stores the bytes of attachments; `pointer` is the path of the list in its item. */
export function keepAttachments(
  parts: readonly AttachmentPart[],
  pointer: string,
  clean: Cleaner,
  contents: ShortenContext,
): KeptAttachments {
  const refs: ContentRef[] = [];
  const attachments = parts.map(({ base64, ...part }, index) => {
    const attachment = clean.value(defined(part)) as Attachment;
    const bytes = base64 === undefined ? undefined : decodeBase64(base64);
    if (bytes === undefined) return attachment;
    refs.push(keepContent(bytes, 0, `${pointer}/${index}`, endings.get(part.media_type ?? '') ?? 'bin', contents));
    return { ...attachment, bytes: bytes.length };
  });
  return { attachments, refs };
}

/** Decodes base64; white space and the URL alphabet are allowed; undefined for invalid base64. */
function decodeBase64(text: string): Uint8Array | undefined {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = new Uint8Array(binary.length);
    // A plain loop: Uint8Array.from with a callback took a quarter of the conversion time of logs with screenshots.
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}
