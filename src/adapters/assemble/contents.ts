import type { ContentRef } from '../../session/index.ts';
import { omitMiddle } from '../../session/internal.ts';
import type { CreateHash, HashBytes } from '../sha256.ts';
import { mapStrings } from './cleanValue.ts';
import { cutAt } from './firstLine.ts';

/** A content stored next to the session: a long text, or an attachment. */
export interface Content {
  /** File name in the session's content folder: derived from the hash, so equal contents share a file. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The same bytes in pieces, for a text too long to be encoded as a whole beside it; each is valid until the next. */
  readonly pieces?: () => Iterable<Uint8Array>;
}

/** Where the long contents of one session are stored while it is assembled. */
export interface ContentStore {
  put(content: Content): void;
  /** The stored contents, without duplicates. */
  contents(): readonly Content[];
}

/** Keeps contents in memory, without duplicates. */
export function createMemoryContents(): ContentStore {
  const byName = new Map<string, Content>();
  return {
    put: ({ name, bytes }) => {
      byName.set(name, { name, bytes });
    },
    contents: () => [...byName.values()],
  };
}

/** Texts longer than this, in bytes of UTF-8, are moved out of the session file. */
const MAX_TEXT_BYTES = 16 * 1024;

/** What stays of a longer one. */
const kept = { head: 4096, tail: 1024 };

/** UTF-8 takes at most three bytes for each UTF-16 unit. */
const SURELY_SHORT = Math.floor(MAX_TEXT_BYTES / 3);

/** Prefix of a reference's `path` until the session has its name. */
export const CONTENT_PLACEHOLDER = '@content/';

/** Whether a text is certainly short enough to stay. */
function isSurelyShort(text: string): boolean {
  return text.length <= SURELY_SHORT;
}

/** A longer text is encoded, hashed and stored in pieces of this many characters. */
const PIECE_CHARS = 1024 * 1024;

export interface ShortenContext {
  store: ContentStore;
  hash: HashBytes;
  createHash: CreateHash;
}

/**
 * Replaces every long string of an item by head, marker and tail, stores the whole text, and lists the references. An item without long
 * strings is returned itself.
 */
export function shortenTexts<Item extends object>(
  item: Item,
  context: ShortenContext,
): { item: Item; refs: ContentRef[] } {
  if (!holdsLong(item)) return { item, refs: [] };
  const refs: ContentRef[] = [];
  const text = (long: string, pointer: () => string): string =>
    isSurelyShort(long) ? long : shortenText(long, pointer(), refs, context);
  return { item: mapStrings(item, { text }) as Item, refs };
}

/** Whether a value has a long string. Most have none, and finding that out needs no JSON Pointers and no copies. */
function holdsLong(value: unknown): boolean {
  if (typeof value === 'string') return !isSurelyShort(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsLong);
  const object = value as Readonly<Record<string, unknown>>;
  for (const key in object) if (holdsLong(object[key])) return true;
  return false;
}

function shortenText(text: string, pointer: string, refs: ContentRef[], context: ShortenContext): string {
  if (text.length > PIECE_CHARS) refs.push(keepLongText(text, pointer, context));
  else {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length <= MAX_TEXT_BYTES) return text;
    refs.push(keepContent(bytes, countLines(text), pointer, 'txt', context));
  }
  return omitMiddle(text, kept);
}

/** Stores bytes and returns the reference to them. */
export function keepContent(
  bytes: Uint8Array,
  lines: number,
  pointer: string,
  extension: string,
  { store, hash }: ShortenContext,
): ContentRef {
  const sha256 = hash(bytes);
  const name = nameOf(sha256, extension);
  store.put({ name, bytes });
  return { pointer, sha256, bytes: bytes.length, lines, path: `${CONTENT_PLACEHOLDER}${name}` };
}

function nameOf(sha256: string, extension: string): string {
  return `${sha256.slice(0, 32)}.${extension}`;
}

/** Encodes a text twice, for its hash and for the store, because its bytes would take as much memory again. */
function keepLongText(text: string, pointer: string, { store, createHash }: ShortenContext): ContentRef {
  const pieces = (): Iterable<Uint8Array> => encodeInPieces(text);
  const hash = createHash();
  let length = 0;
  for (const piece of pieces()) {
    hash.update(piece);
    length += piece.length;
  }
  const sha256 = hash.digest();
  const name = nameOf(sha256, 'txt');
  store.put({
    name,
    get bytes() {
      return new TextEncoder().encode(text);
    },
    pieces,
  });
  return { pointer, sha256, bytes: length, lines: countLines(text), path: `${CONTENT_PLACEHOLDER}${name}` };
}

/** The pieces share one buffer. */
function* encodeInPieces(text: string): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  // UTF-8 takes at most three bytes for each UTF-16 unit.
  const buffer = new Uint8Array(3 * PIECE_CHARS);
  for (let at = 0; at < text.length; ) {
    const piece = cutAt(text.slice(at, at + PIECE_CHARS), PIECE_CHARS);
    yield buffer.subarray(0, encoder.encodeInto(piece, buffer).written);
    at += piece.length;
  }
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < text.length - 1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
