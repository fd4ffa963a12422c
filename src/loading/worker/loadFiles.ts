import { type LocatedEvent, type LogIndexEntry, readEvent } from '../../adapters/codex-log/index.ts';
import {
  type Adapter,
  type AssembledSession,
  blobFile,
  type Content,
  type ContentStore,
  type ConvertedFiles,
  type ConvertedSession,
  type ConvertOptions,
  convertSource,
  convertSources,
  createMemoryJson,
  findSources,
  hashBytes,
  type PassedFile,
  type Readable,
  type SourceGroup,
} from '../../adapters/index.ts';
import { createRedactor } from '../../redaction/index.ts';
import { errorText } from '../../session/text/errorText.ts';
import { jsonPieces, type Post, postPieces } from '../createPiecePoster.ts';
import type { LoadFile, LoadRequest, RefusedFile, SentContent } from '../loadMessage.ts';
import { readSession } from '../readSession.ts';

/** Bytes between two reports of progress, at least. */
const progressBytes = 1024 * 1024;

/**
 * Reads session files, converts logs, and sends the sessions. Nothing leaves the machine: the files are read where they are. A file that
 * cannot be read is reported, and the others are still loaded.
 */
export async function loadFiles(
  { files, redact }: LoadRequest,
  post: Post,
  { adapters, signal }: { adapters?: readonly Adapter[] | undefined; signal?: AbortSignal } = {},
): Promise<void> {
  const found = await findSources(
    files.map(({ name, blob }) => blobFile(blob, name)),
    { adapters, signal },
  );
  for (const passed of found.passed) post({ is: 'refused', file: refusedFile(passed) }, []);
  const logs = found.sources.filter((source) => !isSession(source));
  // The rules take as long to make ready as a thousand calls take to read.
  const redactor = redact && logs.length > 0 ? createRedactor() : undefined;
  let sessions = 0;
  const send = (source: SourceGroup): Promise<string | undefined> =>
    isSession(source) ? sendFile(source) : sendLog(source);

  /** Sends a session file; gives the reason if it holds no session. */
  const sendFile = async ({ files: sessionFiles }: SourceGroup): Promise<string | undefined> => {
    for (const { name, bytes } of sessionFiles) {
      const session = sessions++;
      const { sent, diagnostics } = await readSession(session, name, bytes(), post);
      if (!sent) return diagnostics[0]?.message ?? '';
      post({ is: 'complete', session, contents: [], diagnostics }, []);
    }
    return undefined;
  };

  /** Converts a log, and sends its sessions; gives the reason if it records none. */
  const sendLog = async (source: SourceGroup): Promise<string | undefined> => {
    const texts = createSourceContents(files);
    const stores = { ...texts.options, createItems: createMemoryJson };
    const options = { redactor, annotate: 'auto', ...stores, ...(signal === undefined ? {} : { signal }) } as const;
    const { sessions: converted, diagnostics } = await convertSource(source.adapter, source, options);
    const contents = await texts.contents(converted.map(({ session }) => `${session.head.session_id}.content`));
    for (const [index, each] of converted.entries()) {
      const session = sessions++;
      post({ is: 'begin', session }, []);
      postConverted(session, each, post);
      const own = contents[index] ?? [];
      const moved = own.flatMap((content) => ('bytes' in content ? [content.bytes.buffer] : []));
      post({ is: 'complete', session, contents: own, diagnostics: each.diagnostics }, moved);
    }
    return converted.length > 0 ? undefined : (diagnostics[0]?.message ?? 'It records no session.');
  };

  const ordered = [...found.sources.filter(isSession), ...logs];
  for await (const outcome of convertSources(ordered, send, { onRead: createByteCount(files, post), signal })) {
    const because = outcome.is === 'failed' ? errorText(outcome.error) : outcome.result;
    if (because === undefined) continue;
    const format = outcome.source.adapter.descriptor.id;
    for (const { name } of outcome.source.files) post({ is: 'refused', file: { name, format, because } }, []);
  }
  post({ is: 'end' }, []);
}

/** Whether a source is a session of the standard: each is one file, which is read rather than converted. */
function isSession({ adapter }: SourceGroup): boolean {
  return adapter.descriptor.id === 'std001';
}

/** Reports the progress of reading, in steps. */
function createByteCount(files: readonly LoadFile[], post: Post): (bytes: number) => void {
  const totalBytes = files.reduce((sum, { blob }) => sum + blob.size, 0);
  let readBytes = 0;
  let reported = 0;
  return (bytes) => {
    readBytes += bytes;
    if (readBytes - reported < progressBytes) return;
    reported = readBytes;
    // Facts of a file that a converter did not read to its end come from reading it again.
    post({ is: 'progress', progress: { readBytes: Math.min(readBytes, totalBytes), totalBytes } }, []);
  };
}

function refusedFile(passed: PassedFile): RefusedFile {
  const { name } = passed.file;
  switch (passed.is) {
    case 'side':
    case 'left-out':
      return { name, format: passed.format, because: passed.because };
    case 'unrecognised':
      return { name, format: undefined, because: passed.because ?? 'No format that the kit knows.' };
    case 'unreadable':
      return { name, format: undefined, because: passed.message };
  }
}

/** Sends a session as a conversion makes it. */
function postConverted(session: number, { session: assembled }: ConvertedSession, post: Post): void {
  const json = (list: Iterable<Readable<unknown>>) => jsonPieces(list, (each) => each.json());
  const { head, phases, calls, events, subSessions }: AssembledSession = assembled;
  const annotations = [...phases()];
  const fields = annotations.length === 0 ? head : { ...head, phase_annotations: annotations };
  postPieces(session, post, fields, [
    ['tool_calls', json(calls())],
    ['events', json(events())],
    ['sub_sessions', json(subSessions())],
  ]);
}

/** Long texts of one conversion. Those that stand unchanged in their log are left there, and read from it when they are wanted. */
interface SourceContents {
  readonly options: Required<Pick<ConvertOptions, 'createContents' | 'onRecord'>>;
  /** The contents of its sessions, session by session, in these folders. */
  contents(folders: readonly string[]): Promise<SentContent[][]>;
}

/** A text of an event: it lies somewhere within the event's bytes. The event itself, with its text, is not kept. */
interface EventText {
  file: number;
  entry: LogIndexEntry;
  field: string;
  bytes: number;
}

interface Store {
  kept: Map<string, Content>;
  left: Map<string, EventText>;
}

/** Number of recent events that are kept: a text enters its session when its call is closed, a few events after it was read. */
const REMEMBERED = 8;
/** Maximum number of lines before an event's text: its first line, and blank lines after that. */
const MAX_HEAD_LINES = 4;

const encoder = new TextEncoder();

/**
 * Finds texts in the log for `codex-log` only, the one format that knows the bytes of its events. A text that is masked, shortened by the
 * log in several pieces, or wrapped does not stand in the log as it is, and is kept. `files` are all files that are loaded.
 */
function createSourceContents(files: readonly LoadFile[]): SourceContents {
  let recent: LocatedEvent[] = [];
  const stores: Store[] = [];

  const createContents = (source: ConvertedFiles): ContentStore => {
    const file = fileOf(source, files);
    const store: Store = { kept: new Map(), left: new Map() };
    stores.push(store);
    return {
      put(content) {
        const text = file === undefined ? undefined : findText(recent, content.bytes);
        if (text === undefined || file === undefined) store.kept.set(content.name, content);
        else store.left.set(content.name, { ...text, file });
      },
      contents: () => [...store.kept.values()],
    };
  };

  return {
    options: {
      createContents,
      onRecord(value) {
        recent = [...recent.slice(1 - REMEMBERED), value as LocatedEvent];
      },
    },
    async contents(folders) {
      const sent: SentContent[][] = [];
      for (const [index, { kept, left }] of stores.entries()) {
        const pathOf = (name: string): string => `${folders[index] ?? ''}/${name}`;
        const own = [...kept.values()].map(
          ({ name, bytes }): SentContent => ({ path: pathOf(name), bytes: copyOf(bytes) }),
        );
        for (const [name, text] of left) own.push({ path: pathOf(name), ...(await locate(name, text, files)) });
        sent.push(own);
      }
      return sent;
    },
  };
}

/** Position of the one file of a Codex log; undefined for other formats, and where two files have its name. */
function fileOf({ format, names }: ConvertedFiles, files: readonly LoadFile[]): number | undefined {
  const [name, ...others] = names;
  if (format !== 'codex-log' || others.length > 0) return undefined;
  const first = files.findIndex((file) => file.name === name);
  return first !== -1 && files.findLastIndex((file) => file.name === name) === first ? first : undefined;
}

/** The text of a recent event that has exactly these bytes. */
function findText(recent: readonly LocatedEvent[], bytes: Uint8Array): Omit<EventText, 'file'> | undefined {
  for (const event of recent) {
    if (event.frame !== undefined || event.byteLength < bytes.length) continue;
    for (const [field, value] of Object.entries(event.event)) {
      if (typeof value !== 'string' || value.length > bytes.length || 3 * value.length < bytes.length) continue;
      if (isEqual(encoder.encode(value), bytes)) return { entry: entryOf(event), field, bytes: bytes.length };
    }
  }
  return undefined;
}

function entryOf({ event, line, byteOffset, byteLength }: LocatedEvent): LogIndexEntry {
  return { type: event.type, line, byteOffset, byteLength };
}

/** The place of a text in its file; the text itself where the bytes differ, as with CRLF. */
async function locate(
  name: string,
  { file, entry, field, bytes }: EventText,
  files: readonly LoadFile[],
): Promise<{ file: number; start: number; length: number } | { bytes: Uint8Array<ArrayBuffer> }> {
  const blob = files[file]?.blob ?? new Blob();
  const { byteOffset, byteLength } = entry;
  const all = new Uint8Array(await blob.slice(byteOffset, byteOffset + byteLength).arrayBuffer());
  let start = 0;
  for (let lines = 0; lines < MAX_HEAD_LINES; lines += 1) {
    start = all.indexOf(LINE_FEED, start) + 1;
    if (start === 0 || start + bytes > all.length) break;
    if (isNamed(name, all.subarray(start, start + bytes))) return { file, start: byteOffset + start, length: bytes };
  }
  const again = await readEvent({ index: [{ ...entry, byteOffset: 0 }], read: () => all }, 0);
  const text = encoder.encode(String((again as unknown as Record<string, unknown>)[field] ?? ''));
  if (!isNamed(name, text))
    throw new Error(`${files[file]?.name ?? 'The log'} changed while it was read. Load it again.`);
  return { bytes: text };
}

const LINE_FEED = 10;

/** Contents are named by their hash. */
function isNamed(name: string, bytes: Uint8Array): boolean {
  return hashBytes(bytes).startsWith(name.slice(0, name.lastIndexOf('.')));
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

function copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
