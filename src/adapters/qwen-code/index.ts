import type { Adapter, ParseContext, SourceFile } from '../contract.ts';
import { field } from '../read/jsonObject.ts';
import { readRecordStream, type StreamRecord } from '../read/readRecordStream.ts';
import { createQwenConverter } from './convert.ts';
import { descriptor, detect, type IgnoreReason } from './detect.ts';

const accepts = ({ uuid, type }: { uuid?: unknown; type?: unknown }): boolean =>
  typeof uuid === 'string' && typeof type === 'string';

/** Sessions of Qwen Code, with those of their background agents. */
export const qwenCode = {
  descriptor,
  detect,
  async *parse({ files }, context) {
    for (const [source, file] of files.entries()) yield* readRecordStream(file, { context, source, accepts });
  },
  createConverter: createQwenConverter,
  knownRecords,
  streams: (names) => names.map((_, index) => [index]),
} satisfies Adapter<StreamRecord, IgnoreReason>;

/** A branch begins with all records of its origin, under their ids. */
async function* knownRecords(ancestor: SourceFile, context: ParseContext): AsyncGenerator<[string, string]> {
  for await (const batch of readRecordStream(ancestor, { context, source: 0, accepts })) {
    for (const item of batch) {
      if (item.is !== 'record' || item.value.is !== 'json') continue;
      const { value } = item.value;
      const uuid = field.text(value, 'uuid');
      if (uuid !== undefined) yield [uuid, field.text(value, 'sessionId') ?? ancestor.name];
    }
  }
}
