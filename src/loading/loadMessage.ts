import type { Diagnostic } from '../session/index.ts';
import type { SessionListName } from './SessionSplitter.ts';

/** A file to load, with the name it has for its reader: of a folder, the path in it. */
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

/** Bytes read so far, and how many there are. */
export interface LoadProgress {
  readonly readBytes: number;
  readonly totalBytes: number;
}

/** A file of which no session was made, and why. */
export interface RefusedFile {
  readonly name: string;
  /** The adapter that knows it; undefined where none does. */
  readonly format: string | undefined;
  readonly because: string;
}

/** A content that left a session: a long text, an attachment. */
export interface LoadedContent {
  /** As `content_refs` name it. */
  readonly path: string;
  /** A text that stands in its log as it is remains there: the blob is a part of the log's, and reads it when it is read. */
  readonly blob: Blob;
}

/** A content as a worker sends it: its bytes, or where in which of the files that were asked for it stands. */
export type SentContent = { readonly path: string } & (
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly file: number; readonly start: number; readonly length: number }
);

/**
 * What a worker tells its loader, piece by piece. Sessions travel as JSON: to parse some of it takes a page a few
 * milliseconds, to take over the objects of a whole session takes it a second.
 */
export type LoadMessage =
  | { readonly is: 'progress'; readonly progress: LoadProgress }
  /** What came of a session before is void: it begins again. */
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
