import type { SourceRef } from '../../session/index.ts';
import type { ParseContext, SourceFile, SourceItem } from '../contract.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';

/** What a small file of the storage folder holds, by its fields and by where it lies: ids inside may be of an earlier folder. */
export type TreeFile =
  | { is: 'session'; id: string }
  | { is: 'message'; id: string; session: string | undefined; created: number }
  | { is: 'part'; id: string; message: string | undefined; session: string | undefined };

const partTypes = new Set([
  ...['text', 'reasoning', 'tool', 'file', 'patch', 'subtask', 'step-start', 'step-finish', 'snapshot', 'compaction'],
  ...['agent', 'retry'],
]);

/** Undefined for any other file. */
export function treeFile(name: string, value: JsonObject): TreeFile | undefined {
  const id = field.text(value, 'id');
  const { kind, folder } = placeInTree(name);
  if (id === undefined || 'messages' in value) return undefined;
  const session = field.text(value, 'sessionID');
  const time = field.object(value, 'time');
  const isMessage = value.role === 'user' || value.role === 'assistant';
  if (isMessage && time !== undefined && (session !== undefined || kind === 'message')) {
    const own = kind === 'message' ? (folder ?? session) : session;
    return { is: 'message', id, session: own, created: field.number(time, 'created') ?? 0 };
  }
  const message = field.text(value, 'messageID') ?? (kind === 'part' ? folder : undefined);
  const isPart =
    partTypes.has(field.text(value, 'type') ?? '') || (id.startsWith('prt_') && typeof value.type === 'string');
  if (isPart && message !== undefined && (session !== undefined || kind === 'part')) {
    return { is: 'part', id, message, session };
  }
  const has = (key: string): boolean => typeof value[key] === 'string';
  // The first versions named neither project nor folder.
  const isSession = id.startsWith('ses_')
    ? has('projectID') || (has('version') && has('title'))
    : kind === 'session' && (has('projectID') || has('directory'));
  return isSession && time !== undefined ? { is: 'session', id } : undefined;
}

const kinds = ['session', 'message', 'part'];

/** The folder of the tree that a small file lies in, and the folder right around the file, if that is another. */
function placeInTree(name: string): { kind?: string | undefined; folder?: string | undefined } {
  const parts = name.split('/');
  const file = parts.length - 1;
  const at = parts.findIndex((part, index) => index > parts.lastIndexOf('', file - 1) && kinds.includes(part));
  if (at === -1 || at === file || !/.\.json$/.test(parts[file] ?? '')) return {};
  return { kind: parts[at], folder: at < file - 1 ? parts[file - 1] : undefined };
}

/** No small file is longer, in bytes; of a larger one it is said. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Reads the files of one session. They are looked through once to be put in order; then each is emitted. */
export async function* readTree(
  files: readonly SourceFile[],
  context: ParseContext,
): AsyncGenerator<SourceItem<StoredRecord>[]> {
  let session: { id: string; index: number } | undefined;
  const messages: { id: string; created: number; index: number }[] = [];
  const parts = new Map<string, number[]>();
  const named: [message: string, index: number, key: string][] = [];
  for (const [index, file] of files.entries()) {
    context.signal?.throwIfAborted();
    const read = await readSmall(file, index);
    if (read.is === 'broken') {
      yield [read];
      continue;
    }
    const kind = treeFile(file.name, read.value);
    if (kind?.is === 'session') session ??= { id: kind.id, index };
    else if (kind?.is === 'message') messages.push({ id: kind.id, created: kind.created, index });
    else if (kind?.is === 'part') named.push([kind.message ?? '', index, file.name]);
    else
      yield [{ is: 'broken', code: 'invalid-record', ref: read.ref, message: 'The file holds nothing of a session.' }];
  }
  for (const [message, index] of named.sort(([, , a], [, , b]) => (a < b ? -1 : 1))) {
    const own = parts.get(message);
    if (own === undefined) parts.set(message, [index]);
    else own.push(index);
  }
  const id = session?.id ?? (await sessionIdOf(files));
  const from = { from: 'tree', id, root: id } as const;
  const readAt = async (index: number) => {
    const file = files[index];
    return file === undefined ? undefined : await readSmall(file, index);
  };
  if (session !== undefined) {
    const read = await readAt(session.index);
    if (read?.is === 'read')
      yield [{ is: 'record', value: { ...from, is: 'session', info: read.value }, ref: read.ref }];
  }
  for (const message of messages.sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))) {
    const read = await readAt(message.index);
    if (read?.is !== 'read') continue;
    const stored: StoredPart[] = field.objects(read.value, 'parts').map((value) => ({ value, ref: read.ref }));
    for (const index of parts.get(message.id) ?? []) {
      const part = await readAt(index);
      if (part?.is === 'read') stored.push({ value: part.value, ref: part.ref });
    }
    parts.delete(message.id);
    yield [{ is: 'record', value: { ...from, is: 'message', info: read.value, parts: stored }, ref: read.ref }];
  }
  yield* readOrphanParts([...parts], from, readAt);
}

/** Parts whose message is not there: emitted by themselves where they name the session, else they are of another one. */
async function* readOrphanParts(
  orphans: readonly (readonly [message: string, indices: readonly number[]])[],
  from: { from: 'tree'; id: string; root: string },
  readAt: (index: number) => Promise<ReadFile | undefined>,
): AsyncGenerator<SourceItem<StoredRecord>[]> {
  for (const [message, indices] of orphans) {
    const parts: StoredPart[] = [];
    for (const index of indices) {
      const read = await readAt(index);
      if (read?.is !== 'read') continue;
      if (field.text(read.value, 'sessionID') === from.id) parts.push({ value: read.value, ref: read.ref });
      else yield [{ is: 'record', value: { ...from, is: 'stranger' }, ref: read.ref }];
    }
    const [first] = parts;
    if (first !== undefined) {
      yield [{ is: 'record', value: { ...from, is: 'message', info: { id: message }, parts }, ref: first.ref }];
    }
  }
}

type ReadFile = { is: 'read'; value: JsonObject; ref: SourceRef } | Extract<SourceItem<StoredRecord>, { is: 'broken' }>;

async function readSmall(file: SourceFile, source: number): Promise<ReadFile> {
  let text = '';
  let length = 0;
  const decoder = new TextDecoder();
  for await (const chunk of file.bytes()) {
    length += chunk.length;
    if (length > MOST_BYTES) break;
    text += decoder.decode(chunk, { stream: true });
  }
  text += decoder.decode();
  const ref = { source, line: 1, byte_offset: 0, byte_length: length };
  if (length > MOST_BYTES) return { is: 'broken', code: 'record-too-large', ref };
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return { is: 'read', value, ref };
    return { is: 'broken', code: 'invalid-record', ref, message: 'The file is no object.' };
  } catch {
    return { is: 'broken', code: text.trimEnd().endsWith('}') ? 'invalid-record' : 'torn-record', ref };
  }
}

/** Where the file of the session itself is not there, its messages and parts name it. */
async function sessionIdOf(files: readonly SourceFile[]): Promise<string> {
  for (const [index, file] of files.entries()) {
    const read = await readSmall(file, index);
    const kind = read.is === 'read' ? treeFile(file.name, read.value) : undefined;
    if (kind !== undefined && kind.is !== 'session' && kind.session !== undefined) return kind.session;
  }
  return 'session';
}

/** What OpenCode keeps of its sessions, in a database or in a folder of small files. */
export type StoredRecord = {
  from: 'database' | 'tree';
  /** Of the session. */
  id: string;
  /** Of the session that it was started in, at last: its own where nothing started it. */
  root: string;
} & (
  | { is: 'session'; info: JsonObject }
  /** With its parts in the order of their ids. */
  | { is: 'message'; info: JsonObject; parts: readonly StoredPart[] }
  /** Something of a session that is neither. */
  | { is: 'other'; recordType: string; raw: unknown }
  /** A part that no message of the session has, as small files of several sessions may lie together. */
  | { is: 'stranger' }
);

export interface StoredPart {
  value: JsonObject;
  ref: SourceRef;
}
