import { type LogIndexEntry, type PlacedEvent, readEvent } from '../../adapters/codex-log/index.ts';
import {
  type Content,
  type ContentStore,
  type ConvertedFiles,
  type ConvertOptions,
  hashBytes,
} from '../../adapters/index.ts';
import type { LoadFile, SentContent } from '../loadMessage.ts';

/** Long texts of a conversion. Those that stand unchanged in their log are left there, and read from it when they are wanted. */
export interface SourceContents {
  readonly options: Required<Pick<ConvertOptions, 'createContents' | 'onRecord'>>;
  /** The contents of the sessions converted since the last call, session by session; `name` gives their paths. */
  take(folders: readonly string[]): Promise<SentContent[][]>;
}

/** A text of an event: it lies somewhere within the event's bytes. The event itself, with its text, is not kept. */
interface EventText {
  file: number;
  place: LogIndexEntry;
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
export function createSourceContents(files: readonly LoadFile[]): SourceContents {
  let recent: PlacedEvent[] = [];
  let stores: Store[] = [];

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
        recent = [...recent.slice(1 - REMEMBERED), value as PlacedEvent];
      },
    },
    async take(folders) {
      const done = stores;
      stores = [];
      recent = [];
      const sent: SentContent[][] = [];
      for (const [index, { kept, left }] of done.entries()) {
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
function findText(recent: readonly PlacedEvent[], bytes: Uint8Array): Omit<EventText, 'file'> | undefined {
  for (const event of recent) {
    if (event.frame !== undefined || event.byteLength < bytes.length) continue;
    for (const [field, value] of Object.entries(event.event)) {
      if (typeof value !== 'string' || value.length > bytes.length || 3 * value.length < bytes.length) continue;
      if (isEqual(encoder.encode(value), bytes)) return { place: placeOf(event), field, bytes: bytes.length };
    }
  }
  return undefined;
}

function placeOf({ event, line, byteOffset, byteLength }: PlacedEvent): LogIndexEntry {
  return { type: event.type, line, byteOffset, byteLength };
}

/** The place of a text in its file; the text itself where the bytes differ, as with CRLF. */
async function locate(
  name: string,
  { file, place, field, bytes }: EventText,
  files: readonly LoadFile[],
): Promise<{ file: number; start: number; length: number } | { bytes: Uint8Array<ArrayBuffer> }> {
  const blob = files[file]?.blob ?? new Blob();
  const { byteOffset, byteLength } = place;
  const all = new Uint8Array(await blob.slice(byteOffset, byteOffset + byteLength).arrayBuffer());
  let start = 0;
  for (let lines = 0; lines < MAX_HEAD_LINES; lines += 1) {
    start = all.indexOf(LINE_FEED, start) + 1;
    if (start === 0 || start + bytes > all.length) break;
    if (isNamed(name, all.subarray(start, start + bytes))) return { file, start: byteOffset + start, length: bytes };
  }
  const again = await readEvent({ index: [{ ...place, byteOffset: 0 }], read: () => all }, 0);
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
