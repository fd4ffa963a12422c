import type { Adapter, ParseContext, Source, SourceFile, SourceItem } from '../contract.ts';
import { type JsonPart, readJsonParts } from '../read/readJsonParts.ts';
import { readRecordStream, type StreamRecord } from '../read/readRecordStream.ts';
import { createOpenCodeConverter } from './convert.ts';
import { descriptor, type IgnoreReason } from './descriptor.ts';
import { detect } from './detect.ts';

/** A piece of an export, or a line of a stream. */
export type OpenCodeRecord = JsonPart | StreamRecord;

/** Sessions of OpenCode, as it exports them or prints them while it runs. */
export const opencode = {
  descriptor,
  detect,
  parse,
  createConverter: createOpenCodeConverter,
  streams: (names) => names.map((_, index) => [index]),
} satisfies Adapter<OpenCodeRecord, IgnoreReason>;

async function* parse({ files }: Source, context: ParseContext): AsyncGenerator<SourceItem<OpenCodeRecord>[]> {
  for (const [source, file] of files.entries()) {
    if (await isExport(file)) yield* readJsonParts(file, { context, source, lists: ['messages'] });
    else yield* readRecordStream(file, { context, source, accepts: ({ sessionID }) => typeof sessionID === 'string' });
  }
}

/** So much of a file tells which of the two it is, in characters. */
const HEAD_LENGTH = 4096;

/** An export is one object; the first field of one is never that of a line of a stream. */
async function isExport(file: SourceFile): Promise<boolean> {
  let head = '';
  const decoder = new TextDecoder();
  for await (const chunk of file.bytes()) {
    head += decoder.decode(chunk, { stream: true });
    if (head.length >= HEAD_LENGTH) break;
  }
  return /^\s*\{\s*"(?:info|messages)"\s*:/.test(head);
}
