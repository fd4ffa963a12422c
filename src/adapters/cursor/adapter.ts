import type { Adapter, Companions, ParseContext, Source, SourceFile, SourceItem } from '../contract.ts';
import { readRecordStream, type StreamRecord } from '../read/readRecordStream.ts';
import { isSqlite } from '../read/sqlitePages.ts';
import { createCursorConverter } from './convert.ts';
import { descriptor, type IgnoreReason } from './descriptor.ts';
import { detect, isUuid, stemOf } from './detect.ts';
import { readStore, type StoreRecord, storedIds } from './store.ts';

/** A line of a transcript or a stream, or a row of the database. */
export type CursorRecord = StreamRecord | StoreRecord;

/** Sessions of Cursor's agents: transcripts, streams, and the database of the command line. */
export const cursor = {
  descriptor,
  detect,
  parse,
  createConverter: createCursorConverter,
  knownRecords,
  companions,
  streams: (names) =>
    names.some((name) => /\.db(?:-wal)?$/.test(name)) ? undefined : names.map((_, index) => [index]),
} satisfies Adapter<CursorRecord, IgnoreReason>;

const accepts = ({ type, role }: { type?: unknown; role?: unknown }): boolean =>
  typeof type === 'string' || typeof role === 'string';

async function* parse({ files }: Source, context: ParseContext): AsyncGenerator<SourceItem<CursorRecord>[]> {
  const [first] = files;
  if (first !== undefined && (await isDatabase(first))) {
    yield* readStore(
      first,
      files.find(({ name }) => name.endsWith('-wal')),
      context,
    );
    return;
  }
  for (const [source, file] of files.entries()) yield* readRecordStream(file, { context, source, accepts });
}

async function isDatabase({ bytes }: SourceFile): Promise<boolean> {
  let head = '';
  for await (const chunk of bytes()) {
    head += new TextDecoder('latin1').decode(chunk.subarray(0, 16));
    if (head.length >= 16) break;
  }
  return isSqlite(head);
}

/** The database also contains what a transcript has, and in better form. */
async function* knownRecords(ancestor: SourceFile, context: ParseContext): AsyncGenerator<[string, string]> {
  if (!(await isDatabase(ancestor))) return;
  for await (const id of storedIds(ancestor, context)) yield [id, id];
}

/** A database given alone brings its write-ahead log; a transcript, those of its subagents. */
function companions(name: string): Companions | undefined {
  if (name.endsWith('.db')) return { folders: [], files: { begin: `${name}-wal`, end: '-wal', mention: '' } };
  const stem = stemOf(name);
  return name.endsWith('.jsonl') && isUuid(stem) ? { folders: ['subagents', `${stem}/subagents`] } : undefined;
}
