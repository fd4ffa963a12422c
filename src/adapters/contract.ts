import type { Diagnostic, DiagnosticCode, SourceRef } from '../session/index.ts';
import type { Assembly } from './assembly.ts';

/** A file to read. Its bytes can be read more than once. */
export interface SourceFile {
  /** Relative to the given root, `/`-separated. */
  readonly name: string;
  /** A chunk is valid only until the next one is requested; copy it to keep it. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
  /** In bytes, if known. */
  readonly size?: number;
  /**
   * Reads up to `length` bytes from `offset` on; the caller owns them. For random access, as to a database. Absent if the file can only be
   * read from its beginning; it is then read whole.
   */
  readonly range?: ((offset: number, length: number) => Promise<Uint8Array>) | undefined;
}

/** The files of one run, or of several runs in one format; the first is the primary one. */
export interface Source {
  readonly files: readonly SourceFile[];
  /** Runs in other formats that this one points to. */
  readonly joined?: readonly JoinedRun[];
  /**
   * Runs whose records may be copied in this one, oldest first: their primary files, read only to learn which records they have. They are
   * not files of this source.
   */
  readonly ancestors?: readonly SourceFile[];
  readonly hints?: SourceHints;
}

/** A run in another format whose files were added to a source because its log points to them. */
export interface JoinedRun {
  /** Id of the adapter that claims it. */
  readonly format: string;
  /** Its files, the primary one first, as indices into the source's files. */
  readonly files: readonly number[];
}

/** What the caller knows and the bytes may omit. Used only if the log omits it, and marked as inferred. */
export interface SourceHints {
  /** ISO 8601 time at which the run began. */
  startedAt?: string;
  /** Zone of times that the log writes without one: an IANA name or an offset such as `+08:00`. @default UTC */
  zone?: string | undefined;
  /** Facts about this machine that rules are checked against: which folders exist, the current time. Never changes a session. */
  world?: { directoryExists?(path: string): boolean; now?: number };
}

/** What detection examines: the name and the first 64 KiB. */
export interface Sample {
  readonly name: string;
  /** The first 64 KiB, decoded, without a BOM. */
  readonly text: string;
  /** True if the file is longer than the sample. */
  readonly cut: boolean;
  /** The first complete lines that are JSON values, parsed once for all adapters; empty if there are none. */
  readonly records: readonly unknown[];
}

/** The role of a recognised file in its run. */
export type FileRole =
  /**
   * A run by itself, or the main file of one. `key` ties parts to it; `shares` are keys of parts that it shares with other runs (such as a
   * project's configuration); `history` says what it has in common with runs that it was resumed or forked from.
   */
  | { is: 'primary'; key: string; shares?: readonly string[]; history?: SharedHistory }
  /** Belongs to the run whose primary file has the same key (a subagent's transcript, a summary, …). */
  | { is: 'part'; key: string }
  /** Of this format, but is about no run (a prompt history, an index). */
  | { is: 'side'; because: string };

/** Recognises runs that repeat each other's records because one was resumed or forked from the other. */
export interface SharedHistory {
  /** Two runs with a common key may hold copies of each other's records. */
  keys: readonly string[];
  /** Number of other runs whose records the sample shows. Of two runs, the one with fewer is the older; among equals, the smaller one. */
  copies: number;
  /** It may hold the records of any run of its format, as a database of all sessions does: it is read as an ancestor of each. @default false */
  holdsAny?: boolean;
}

export type Detection =
  | { grade: 'certain' | 'likely'; because: string; role: FileRole }
  | { grade: 'no'; because: string };

/** A piece of a source file: a parsed record, or bytes that could not be parsed. */
export type SourceItem<Raw> =
  | { is: 'record'; value: Raw; ref: SourceRef }
  | { is: 'broken'; code: DiagnosticCode; ref: SourceRef; message?: string; column?: number };

/** How a record ended. Every record gets exactly one verdict, so the account adds up by construction. */
export type Verdict<Reason extends string = string> =
  | 'converted'
  | 'unknown'
  | { ignored: Reason }
  | { dropped: DiagnosticCode; message?: string };

/** Turns the records of one source into calls and events. Pure: no I/O, no clock, no randomness. */
export interface Converter<Raw, Reason extends string = string> {
  record(value: Raw, ref: SourceRef): Verdict<Reason>;
  /**
   * Describes the sessions in their current state when more records may follow. Called before the sessions are read; what it says applies
   * to that reading only. Creates no items. Absent if the records themselves describe the session as they come.
   */
  describe?(): void;
  /** Called once, after the last record. */
  end(): void;
}

export interface ParseContext {
  /** Reports a fact about the bytes. */
  report(diagnostic: Diagnostic): void;
  signal?: AbortSignal | undefined;
}

/** Plain data about a format. */
export interface Descriptor<Reason extends string = string> {
  /** Also the folder's name and the subpath of the package. */
  readonly id: string;
  readonly label: string;
  readonly specUrl: string | undefined;
  /** Texts that occur in nearly every log of the format, used to suggest the likeliest format for an unclaimed file. At least one. */
  readonly marks: readonly string[];
  /** Versions of the writing tool seen in real logs, oldest first. */
  readonly versionsSeen: readonly string[];
  /** What a log of this format can contain at best. */
  readonly capabilities: {
    readonly times: 'each item' | 'run only' | 'none';
    readonly thinking: boolean;
    readonly tokens: boolean;
    readonly subagents: boolean;
    readonly outcomes: boolean;
  };
  /** Every reason for ignoring a record, and why ignoring it loses nothing that a person saw. */
  readonly ignores: Readonly<Record<Reason, string>>;
}

/** What a converter knows about its source before the first record. */
export type SourceOutline = Pick<Source, 'hints' | 'joined'> & {
  names: readonly string[];
  /** Known records of the ancestors: ids of records or runs, as the adapter reports them, with the run that holds each. */
  knownRecords?: ReadonlyMap<string, string>;
};

/** How a log points to runs in other formats, which may lie under any root. */
export interface Pointers {
  /** Ids of the formats that the adapter accepts. */
  readonly formats: readonly string[];
  /**
   * Paths as named in the log; they may belong to another machine. Only files given to the kit are considered: those whose path ends like
   * the named one.
   */
  of(source: Source, context: ParseContext): AsyncIterable<string>;
}

/** Where the files that belong to a log lie, relative to the log's folder. */
export interface Companions {
  /** Folders that contain nothing else, by path. */
  readonly folders: readonly string[];
  /** Files next to the log: how their names begin and end, and the text near their beginning that marks them as this run's. */
  readonly files?: { readonly begin: string; readonly end: string; readonly mention: string } | undefined;
}

export interface Adapter<Raw = unknown, Reason extends string = string> {
  /** The contract version it was made for, set by `defineAdapter`. Absent for the kit's own adapters. */
  readonly contract?: number;
  /** The package that contains it. Absent for the kit's own adapters, or if unknown. */
  readonly package?: { readonly name: string; readonly version: string };
  readonly descriptor: Descriptor<Reason>;
  /** Pure: depends only on the name and the first 64 KiB. */
  detect(sample: Sample): Detection;
  /** Parses bytes to records, in batches, file after file. Reads only the source's files. */
  parse(source: Source, context: ParseContext): AsyncIterable<readonly SourceItem<Raw>[]>;
  createConverter(assembly: Assembly, source: SourceOutline): Converter<Raw, Reason>;
  /**
   * Known records of a run: the ids by which the converter of a later run recognises copies, each with the run's own id. Absent if logs
   * never copy from one another.
   */
  readonly knownRecords?: (
    ancestor: SourceFile,
    context: ParseContext,
  ) => AsyncIterable<readonly [id: string, run: string]>;
  /** Absent if a log never points to another run. */
  readonly pointers?: Pointers;
  /** Where to find the files that belong to a log given alone. Absent if a log holds its whole run. */
  readonly companions?: (name: string) => Companions | undefined;
  /**
   * Which files of a source can be read independently, as groups of indices. Each group can be parsed alone, in any order, and its first
   * file followed while it grows. Absent or undefined if a source can only be read whole.
   */
  streams?(names: readonly string[]): readonly (readonly number[])[] | undefined;
}
