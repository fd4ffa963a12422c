import type { Adapter, ParseContext, Source, SourceFile, SourceItem } from '../contract.ts';
import { documentHead, readSample } from '../read/createSample.ts';
import { isJsonObject } from '../read/jsonObject.ts';
import { readJsonParts } from '../read/readJsonParts.ts';
import { readRecordStream } from '../read/readRecordStream.ts';
import { createKiroConverter, type KiroRecord } from './convert.ts';
import { descriptor, detect, type IgnoreReason, isCompanion, runKey } from './detect.ts';

/** Sessions of Kiro CLI: transcripts with the facts beside them, and saved conversations. */
export const kiroCli = {
  descriptor,
  detect,
  async *parse({ files }: Source, context: ParseContext) {
    // The facts say when turns ended, so they are read before the transcript.
    const order = [...files.keys()].reverse();
    for (const source of order) yield* readFile(files[source] as SourceFile, context, source);
  },
  createConverter: createKiroConverter,
  companions(name) {
    const key = runKey(name);
    return name.endsWith('.jsonl') ? { folders: [], files: { begin: key, end: '.json', mention: key } } : undefined;
  },
} satisfies Adapter<KiroRecord, IgnoreReason>;

async function* readFile(
  file: SourceFile,
  context: ParseContext,
  source: number,
): AsyncGenerator<SourceItem<KiroRecord>[]> {
  const head = documentHead(await readSample(file.name, file.bytes()));
  const isDocument = isJsonObject(head) && !('kind' in head) && ('history' in head || isCompanion(head));
  if (isDocument) yield* readJsonParts(file, { context, source, lists: ['history'] });
  else
    yield* readRecordStream(file, {
      context,
      source,
      accepts: ({ kind, data }) => typeof kind === 'string' && data !== undefined,
    });
}
