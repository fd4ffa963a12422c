import type { AttachmentPart } from '../../assembly.ts';
import { asList, asObject, asText, type Fields, objectsIn } from '../narrow.ts';
import { readImage } from './readImage.ts';

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
