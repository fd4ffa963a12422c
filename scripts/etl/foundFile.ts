import { basename, dirname, relative, sep } from 'node:path';
import type { SourceFile } from '../../src/adapters/index.ts';
import { readChunks, readRange } from './readChunks.ts';
import { isBucketAddress } from './store/openStore.ts';
import { storedFile } from './store/storedFiles.ts';

/** Path and file system metadata of a file, known without reading it; can be sent to another thread. */
export interface FileFacts {
  /** Absolute; the address of an object in a bucket. */
  path: string;
  /** Absolute, or the address of a folder in a bucket; the file's name is relative to it. */
  root: string;
  size: number;
  /** Milliseconds since 1970. Only compared, never written into a session. */
  modifiedMs: number;
  /**
   * Time of the last change to the file or its metadata: unlike the modification time, users cannot set it back. For an object, a number
   * that is worked out from its tag. Only compared.
   */
  changedMs: number;
  /** Whether the caller named this very file. */
  named: boolean;
}

/** A file found under one of the roots given. */
export type FoundFile = SourceFile & FileFacts;

export function foundFile(facts: FileFacts): FoundFile {
  const { path, root } = facts;
  if (isBucketAddress(path)) return storedFile(facts);
  return {
    ...facts,
    name: root === dirname(path) ? basename(path) : relative(root, path).replaceAll(sep, '/'),
    bytes: () => readChunks(path),
    range: (offset, length) => readRange(path, offset, length),
  };
}

/** The part of a file that can be sent to a thread. */
export function factsOf({ path, root, size, modifiedMs, changedMs, named }: FileFacts): FileFacts {
  return { path, root, size, modifiedMs, changedMs, named };
}
