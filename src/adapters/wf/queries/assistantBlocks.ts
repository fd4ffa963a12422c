import { field, isJsonObject, type JsonObject } from '../../read/jsonObject.ts';

/** The content blocks of every reply of a Claude Code transcript, in order; a plain text counts as a block of text. */
export function* assistantBlocks(transcript: Iterable<unknown>): Generator<JsonObject> {
  for (const record of transcript) {
    if (!isJsonObject(record) || record.type !== 'assistant') continue;
    const message = field.object(record, 'message') ?? {};
    const content = field.text(message, 'content');
    if (content !== undefined) yield { type: 'text', text: content };
    else yield* field.objects(message, 'content');
  }
}
