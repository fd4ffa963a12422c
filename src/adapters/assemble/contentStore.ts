import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** A content to keep beside the session: a long text, or an attachment. */
export interface Content {
  /** File name inside the session's content folder: made from the hash, so equal contents are one file. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Where the long contents of one session go while it is assembled. */
export interface ContentStore {
  put(content: Content): void;
  /** What was put, each once. */
  contents(): readonly Content[];
}

/** Computes SHA-256 in hexadecimal. */
export type HashBytes = (bytes: Uint8Array) => string;

/** SHA-256 without any platform. */
export function hashBytes(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

/** Keeps contents in memory, each once. */
export function createMemoryContents(): ContentStore {
  const byName = new Map<string, Content>();
  return {
    put: (content) => {
      byName.set(content.name, content);
    },
    contents: () => [...byName.values()],
  };
}
