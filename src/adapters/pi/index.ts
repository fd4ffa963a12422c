import type { Adapter, ParseContext, SourceFile } from '../contract.ts';
import { field, isJsonObject } from '../read/jsonObject.ts';
import { readRecordStream, type StreamRecord } from '../read/readRecordStream.ts';
import { createPiConverter, entryKey } from './convert.ts';
import { descriptor, detect, type IgnoreReason } from './detect.ts';

const accepts = ({ type }: { type?: unknown }): boolean => typeof type === 'string';

/** Sessions of the pi coding agent and of those made from it: a tree of entries in a file. */
export const pi = {
  descriptor,
  detect,
  async *parse({ files }, context) {
    for (const [source, file] of files.entries()) yield* readRecordStream(file, { context, source, accepts });
  },
  createConverter: createPiConverter,
  knownRecords,
  streams: (names) => names.map((_, index) => [index]),
} satisfies Adapter<StreamRecord, IgnoreReason>;

/** A fork begins with copies of entries under their old ids. */
async function* knownRecords(ancestor: SourceFile, context: ParseContext): AsyncGenerator<[string, string]> {
  let run = ancestor.name;
  for await (const batch of readRecordStream(ancestor, { context, source: 0, accepts })) {
    for (const item of batch) {
      if (item.is !== 'record' || item.value.is !== 'json') continue;
      const { value } = item.value;
      if (value.type === 'session') run = field.text(value, 'id') ?? run;
      const key = isJsonObject(value) ? entryKey(value) : undefined;
      if (key !== undefined) yield [key, run];
    }
  }
}
