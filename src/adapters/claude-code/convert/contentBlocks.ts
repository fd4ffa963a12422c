import type { AttachmentPart } from '../../assembly.ts';
import { field, isJsonObject, type JsonObject } from '../../read/jsonObject.ts';

/** The blocks of a message; a text alone is one block. Undefined where there is no content that could be read. */
export function contentBlocks(record: JsonObject): readonly JsonObject[] | undefined {
  const { message } = record;
  if (typeof message === 'string') return [{ type: 'text', text: message }];
  if (!isJsonObject(message)) return undefined;
  return blocksOf(message.content);
}

/** The blocks of a content; bare strings among them count as text. */
export function blocksOf(content: unknown): readonly JsonObject[] | undefined {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (isJsonObject(content)) return [content];
  if (!Array.isArray(content)) return undefined;
  if (content.every(isJsonObject)) return content;
  return content.flatMap((block: unknown) => {
    if (typeof block === 'string') return [{ type: 'text', text: block }];
    return isJsonObject(block) ? [block] : [];
  });
}

/** An image or a document as an attachment; undefined for any other block. */
export function attachmentOf(block: JsonObject): AttachmentPart | undefined {
  if (block.type !== 'image' && block.type !== 'document') return undefined;
  const source = field.object(block, 'source') ?? {};
  const isText = source.type === 'text';
  const data = field.text(source, 'data');
  return {
    kind: block.type,
    media_type: field.text(source, 'media_type'),
    name: field.text(block, 'title') ?? field.text(source, 'url'),
    text: isText ? data : undefined,
    base64: isText ? undefined : data,
  };
}

/** The text of a result's content: its text blocks, and the names of what is no text. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  const texts = (blocksOf(content) ?? []).flatMap((block) => {
    if (block.type === 'tool_reference') return [field.text(block, 'tool_name') ?? ''];
    const text = field.text(block, 'text');
    if (text !== undefined) return [text];
    return attachmentOf(block) === undefined ? [JSON.stringify(block)] : [];
  });
  return texts.join('\n');
}
