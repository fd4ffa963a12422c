import type { SourceFile, SourceGroup } from '../../src/adapters/index.ts';

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

/** Files of one adapter that are converted together. */
export type FoundSource = SourceGroup<FoundFile>;

/** What collecting files gives. */
export interface Collected {
  files: FoundFile[];
  /** What was skipped without being at fault, and why. */
  passed: { path: string; because: string }[];
  /** What could not be read, and why. */
  refused: { path: string; code: RefusalCode; message: string }[];
}

export type RefusalCode =
  | 'path-outside-roots'
  | 'unreadable'
  | 'not-found'
  | 'not-a-file'
  | 'bad-name'
  | 'inside-output';

/** The part of a file that can be sent to a thread. */
export function factsOf({ path, root, size, modifiedMs, changedMs, named }: FileFacts): FileFacts {
  return { path, root, size, modifiedMs, changedMs, named };
}
