import { basename, dirname, relative, sep } from 'node:path';
import type { SourceFile } from '../../src/adapters/index.ts';
import { readChunks, readRange } from './readChunks.ts';

/** Where a file is and what is known of it without reading it; can be sent to another thread. */
export interface FileFacts {
  /** Absolute. */
  path: string;
  /** Absolute; the file's name is relative to it. */
  root: string;
  size: number;
  /** Milliseconds since 1970. Only ever compared, never written into a session. */
  modifiedMs: number;
  /** When anything about the file changed, its time of modification included: who sets that back cannot set this. */
  changedMs: number;
  /** True when the caller named this very file. */
  named: boolean;
}

/** A file found under one of the roots given. */
export type FoundFile = SourceFile & FileFacts;

export function foundFile(facts: FileFacts): FoundFile {
  const { path, root } = facts;
  return {
    ...facts,
    name: root === dirname(path) ? basename(path) : relative(root, path).replaceAll(sep, '/'),
    bytes: () => readChunks(path),
    range: (offset, length) => readRange(path, offset, length),
  };
}

/** A file without what cannot be sent to a thread. */
export function factsOf({ path, root, size, modifiedMs, changedMs, named }: FileFacts): FileFacts {
  return { path, root, size, modifiedMs, changedMs, named };
}
