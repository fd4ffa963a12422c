import { OutputError } from '../writeAtomically.ts';

/** A store refused or could not be reached; the message says what to do, and never contains credentials. */
export class StoreError extends OutputError {}

export interface StoredObject {
  /** Relative to the store's address, `/`-separated. */
  key: string;
  size: number;
  /** Changes with every change of the bytes. Opaque. */
  tag: string;
  /** Milliseconds since 1970; stores in buckets know whole seconds only. */
  modifiedMs: number;
}

/** Bytes to store. Called once for each attempt, so it must give the same bytes again. */
export type Bytes = () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface PutOptions {
  /**
   * Stores the object only if there is none with that key (`absent`), or only in place of the one with this tag. Several writers may try at
   * the same time: at most one of them succeeds.
   */
  only?: 'absent' | { tag: string };
  /** SHA-256 of the bytes in hex, where it is known; saves reading them for `hash`. */
  sha256?: string;
  /** Called repeatedly during the transfer; ends it by throwing. */
  beat?: () => void;
}

/**
 * Objects by key: a folder on a disk, or a bucket. Writes take effect whole or not at all, also through a kill. Rejects with a
 * {@link StoreError}. Keys that {@link isKey} refuses are never read or written.
 */
export interface Store {
  /** As users write it: a path, or `s3://bucket/prefix`. */
  readonly address: string;
  /** All objects whose key begins with a prefix, in no order. */
  list(prefix?: string): AsyncIterable<StoredObject>;
  /** Undefined where there is no such object. */
  stat(key: string): Promise<StoredObject | undefined>;
  /** The bytes of an object, or of a part of it. Rejects where it is gone, or changes while it is being read. */
  read(key: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** An address by which anyone can read an object, ranges of it too, for so many seconds; absent where the store is no server. */
  presign?(key: string, seconds: number): Promise<string>;
  /** The new tag; undefined where the condition of `only` was not met, and nothing was changed. */
  put(key: string, bytes: Bytes, options?: PutOptions): Promise<string | undefined>;
  /** SHA-256 of the bytes, in hex; undefined where there is no such object. */
  hash(key: string): Promise<string | undefined>;
  /** Removes objects; those that are gone already are no error. */
  remove(keys: readonly string[]): Promise<void>;
}

export interface ByteRange {
  start: number;
  /** At most; fewer bytes come where the object ends before. */
  length: number;
}

/** Longest key in bytes of UTF-8, as S3 has it. */
const MOST_KEY_BYTES = 1024;

/**
 * Whether a key can be read and written: every part of it is a name. Parts such as `..` are resolved by addresses and disks, so that another
 * object would be meant.
 */
export function isKey(key: string): boolean {
  const parts = key.split('/');
  return (
    Buffer.byteLength(key) <= MOST_KEY_BYTES &&
    key.isWellFormed() &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
    !/[\u0000-\u001f\u007f]/.test(key) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

/** Throws a {@link StoreError} for a key that {@link isKey} refuses. */
export function assertKey(key: string, address: string): void {
  if (isKey(key)) return;
  throw new StoreError(`${address}: ${JSON.stringify(key.slice(0, 100))} cannot be the key of an object. Rename it.`);
}

/** All bytes of an iterable, in one piece. */
export async function joinBytes(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  // A chunk may be valid only until the next one is asked for.
  for await (const chunk of bytes) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
