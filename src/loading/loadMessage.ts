import type { Diagnostic } from '../session/index.ts';
import type { SessionListName } from './SessionSplitter.ts';

/** A file to load, under the name that its reader knows; in a folder, the path inside it. */
export interface LoadFile {
  readonly name: string;
  readonly blob: Blob;
}

/** What a loader asks of its worker. */
export interface LoadRequest {
  readonly files: readonly LoadFile[];
  /** Masks secrets in logs that are converted. */
  readonly redact: boolean;
}

/** Bytes read so far, and in total. */
export interface LoadProgress {
  readonly readBytes: number;
  readonly totalBytes: number;
}

/** A file that gave no session, and why. */
export interface RefusedFile {
  readonly name: string;
  /** The adapter that recognised it; undefined where none did. */
  readonly format: string | undefined;
  readonly because: string;
}

/** A content kept beside a session: a long text or an attachment. */
export interface LoadedContent {
  /** Its name in `content_refs`. */
  readonly path: string;
  /** A text that stands unchanged in its log stays there: the blob is a slice of the log, read only when it is wanted. */
  readonly blob: Blob;
}

/** A content as a worker sends it: its bytes, or its place in one of the files that were loaded. */
export type SentContent = { readonly path: string } & (
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly file: number; readonly start: number; readonly length: number }
);

/**
 * What a worker sends its loader, piece by piece. Sessions travel as JSON, because a page parses a piece in a few milliseconds but would
 * take a second to receive the objects of a whole session.
 */
export type LoadMessage =
  | { readonly is: 'progress'; readonly progress: LoadProgress }
  /** The session begins again; discard its pieces so far. */
  | { readonly is: 'begin'; readonly session: number }
  | { readonly is: 'fields'; readonly session: number; readonly json: Uint8Array }
  | { readonly is: 'items'; readonly session: number; readonly list: SessionListName; readonly json: Uint8Array }
  | {
      readonly is: 'complete';
      readonly session: number;
      readonly contents: readonly SentContent[];
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly is: 'refused'; readonly file: RefusedFile }
  | { readonly is: 'end' }
  | { readonly is: 'failed'; readonly message: string };
