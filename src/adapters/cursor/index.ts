import { isUuid } from '../../session/text/isUuid.ts';
import type { Adapter, Companions, ParseContext, Source, SourceFile, SourceItem } from '../contract.ts';
import { readRecordStream } from '../read/readRecordStream.ts';
import { isSqlite } from '../read/sqlitePages.ts';
import { type CursorRecord, createCursorConverter } from './convert.ts';
import { descriptor, detect, type IgnoreReason, stemOf } from './detect.ts';
import { editorIds, isEditorStore, readEditorStore } from './editorStore.ts';
import { readStore, storedIds } from './store.ts';

/** Sessions of Cursor's agents: transcripts, streams, and the databases of the command line and the editor. */
export const cursor = {
  descriptor,
  detect,
  parse,
  createConverter: createCursorConverter,
  knownRecords,
  companions,
  streams: (names) =>
    names.some((name) => /\.(?:db|vscdb)(?:-wal|\.backup)?$/.test(name)) ? undefined : names.map((_, index) => [index]),
} satisfies Adapter<CursorRecord, IgnoreReason>;

const accepts = ({ type, role }: { type?: unknown; role?: unknown }): boolean =>
  typeof type === 'string' || typeof role === 'string';

async function* parse({ files }: Source, context: ParseContext): AsyncGenerator<SourceItem<CursorRecord>[]> {
  const [first] = files;
  if (first !== undefined && (await isDatabase(first))) {
    const logIndex = files.findIndex(({ name }) => name.endsWith('-wal'));
    const stored = { main: first, log: files[logIndex], logIndex };
    const isEditor = await isEditorStore(stored, context);
    yield* isEditor ? readEditorStore(stored, context) : readStore(first, stored.log, context);
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

/** By file: transcripts of a folder are many, and the editor's database may be large. */
const knownEditorIds = new WeakMap<SourceFile, readonly string[]>();

/** The databases also contain what a transcript has, and in better form. */
async function* knownRecords(ancestor: SourceFile, context: ParseContext): AsyncGenerator<[string, string]> {
  if (!(await isDatabase(ancestor))) return;
  if (!(await isEditorStore({ main: ancestor, log: undefined }, context))) {
    for await (const id of storedIds(ancestor, context)) yield [id, id];
    return;
  }
  const ids = knownEditorIds.get(ancestor) ?? (await listed(editorIds(ancestor, context)));
  knownEditorIds.set(ancestor, ids);
  for (const id of ids) yield [id, id];
}

async function listed(found: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const each of found) all.push(each);
  return all;
}

/** A database given alone brings its write-ahead log; a transcript, those of its subagents. */
function companions(name: string): Companions | undefined {
  if (/\.(?:db|vscdb)$/.test(name)) return { folders: [], files: { begin: `${name}-wal`, end: '-wal', mention: '' } };
  const stem = stemOf(name);
  return name.endsWith('.jsonl') && isUuid(stem) ? { folders: ['subagents', `${stem}/subagents`] } : undefined;
}
