import type { Adapter, ParseContext, Source, SourceFile, SourceItem } from '../contract.ts';
import { isJsonObject, jsonText } from '../read/jsonObject.ts';
import { readJsonParts } from '../read/readJsonParts.ts';
import { readRecordStream, type StreamRecord } from '../read/readRecordStream.ts';
import { createStreamConverter } from './convert.ts';
import { descriptor, detect, type IgnoreReason } from './detect.ts';

/** What `claude -p --output-format stream-json` prints, and lists of the Agent SDK's messages. */
export const claudeStream = {
  descriptor,
  detect,
  parse,
  createConverter: createStreamConverter,
  streams: (names) => names.map((_, index) => [index]),
} satisfies Adapter<StreamRecord, IgnoreReason>;

async function* parse({ files }: Source, context: ParseContext): AsyncGenerator<SourceItem<StreamRecord>[]> {
  for (const [source, file] of files.entries()) {
    if (await isList(file)) yield* readList(file, context, source);
    else yield* readRecordStream(file, { context, source, accepts: ({ type }) => typeof type === 'string' });
  }
}

/** A list may be longer than any line that fits in memory, so it is read element by element. */
async function* readList(file: SourceFile, context: ParseContext, source: number) {
  for await (const batch of readJsonParts(file, { context, source, lists: [] })) {
    yield batch.map((item): SourceItem<StreamRecord> => {
      if (item.is === 'broken') return item;
      const { value } = item.value;
      const found: StreamRecord = isJsonObject(value)
        ? { is: 'json', value, prefix: '' }
        : { is: 'text', text: jsonText(value) };
      return { ...item, value: found };
    });
  }
}

/** Whether the first thing in a file is a list of objects. */
async function isList(file: SourceFile): Promise<boolean> {
  let head = '';
  const decoder = new TextDecoder();
  for await (const chunk of file.bytes()) {
    head += decoder.decode(chunk, { stream: true });
    const text = head.trimStart();
    if (text.length > 0 && text[0] !== '[') return false;
    const next = text.slice(1).trimStart();
    if (next.length > 0) return next.startsWith('{');
  }
  return false;
}
