import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Computes SHA-256 in hexadecimal. */
export type HashBytes = (bytes: Uint8Array) => string;

/** SHA-256 that needs no platform API. */
export function hashBytes(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

/** A hash that takes bytes piece by piece. */
export interface RunningHash {
  update(bytes: Uint8Array): void;
  /** In hexadecimal; ends the hash. */
  digest(): string;
}

export type CreateHash = () => RunningHash;

/** SHA-256 that needs no platform API. */
export function createSha256(): RunningHash {
  const hash = sha256.create();
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    digest: () => bytesToHex(hash.digest()),
  };
}
