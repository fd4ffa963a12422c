import type { Adapter, Companions, ParseContext, Source, SourceFile, SourceItem } from '../contract.ts';
import { readJsonParts } from '../read/readJsonParts.ts';
import { readRecordStream } from '../read/readRecordStream.ts';
import { isSqlite } from '../read/sqlitePages.ts';
import { createOpenCodeConverter, type OpenCodeRecord } from './convert.ts';
import { readDatabase, sessionIds } from './database.ts';
import { descriptor, detect, type IgnoreReason } from './detect.ts';
import { readTree } from './storageTree.ts';

/** Sessions of OpenCode: as it stores them, exports them, or prints them while it runs. */
export const opencode = {
  descriptor,
  detect,
  parse,
  createConverter: createOpenCodeConverter,
  knownRecords,
  companions,
  streams,
} satisfies Adapter<OpenCodeRecord, IgnoreReason>;

async function* parse(source: Source, context: ParseContext): AsyncGenerator<SourceItem<OpenCodeRecord>[]> {
  const { files } = source;
  const [first] = files;
  if (first === undefined) return;
  const head = await headOf(first);
  const logIndex = files.findIndex(({ name }) => name.endsWith('-wal'));
  if (isSqlite(head)) {
    const log = logIndex === -1 ? undefined : files[logIndex];
    yield* readDatabase({ main: first, mainIndex: 0, log, logIndex }, context);
  } else if (files.length > 1 || isSmallFile(head)) yield* readTree(files, context);
  else if (/^\s*\{\s*"(?:info|messages)"\s*:/.test(head)) {
    yield* readJsonParts(first, { context, source: 0, lists: ['messages'] });
  } else {
    yield* readRecordStream(first, { context, source: 0, accepts: ({ sessionID }) => typeof sessionID === 'string' });
  }
}

/** Number of characters of a file that show what it is. */
const HEAD_LENGTH = 4096;

async function headOf({ bytes }: SourceFile): Promise<string> {
  let head = '';
  const decoder = new TextDecoder();
  for await (const chunk of bytes()) {
    head += decoder.decode(chunk, { stream: true });
    if (head.length >= HEAD_LENGTH) break;
  }
  return head.slice(0, HEAD_LENGTH);
}

/** An object with fields that no stream's line and no export begins with. */
function isSmallFile(head: string): boolean {
  const isEvent = /^\s*\{\s*"type"\s*:\s*"\w{1,30}"\s*,\s*"timestamp"/.test(head) || /"part"\s*:\s*\{/.test(head);
  return !isEvent && /^\s*\{\s*"(?:id|messageID|sessionID|role|type)"\s*:/.test(head);
}

/** The small files may have been migrated into the database since. */
async function* knownRecords(ancestor: SourceFile, context: ParseContext): AsyncGenerator<[string, string]> {
  if (!isSqlite(await headOf(ancestor))) return;
  for await (const id of sessionIds(ancestor, context)) yield [id, id];
}

/** A database given alone brings its write-ahead log. */
function companions(name: string): Companions | undefined {
  return name.endsWith('.db') ? { folders: [], files: { begin: `${name}-wal`, end: '-wal', mention: '' } } : undefined;
}

/** A database and a tree of files are read whole; exports and streams stand alone. */
function streams(names: readonly string[]): readonly (readonly number[])[] | undefined {
  return names.length === 1 && /\.(?:jsonl|log|txt)$/.test(names[0] ?? '') ? [[0]] : undefined;
}
