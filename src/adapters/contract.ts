import type { Diagnostic, DiagnosticCode, SourceRef } from '../session/index.ts';
import type { Assembly } from './assembly.ts';

/** A file to read: its bytes can be asked for more than once. */
export interface SourceFile {
  /** Relative to the root that was given, `/`-separated. */
  readonly name: string;
  /** A chunk is valid until the next one is asked for: whoever keeps one copies it. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
  /** In bytes, where it is known. */
  readonly size?: number;
  /**
   * The bytes from `offset` on, `length` of them or as many as there are; they are the caller's own. For what is read here
   * and there, such as a database. Absent where a file can only be read from its beginning: then it is read whole.
   */
  readonly range?: ((offset: number, length: number) => Promise<Uint8Array>) | undefined;
}

/** The files that make one run, or several of one format; the first is the primary one. */
export interface Source {
  readonly files: readonly SourceFile[];
  /** Runs of other formats that this one points to. */
  readonly joined?: readonly JoinedRun[];
  /**
   * Runs of which this one may hold copied records, the oldest first: their primary files, read only to know what they
   * tell. They are no files of this source.
   */
  readonly ancestors?: readonly SourceFile[];
  readonly hints?: SourceHints;
}

/** A run of another format whose files were put into a source, because its log points to them. */
export interface JoinedRun {
  /** Id of the adapter that claims it. */
  readonly format: string;
  /** Its files, its primary one first, as indices into the files of the source. */
  readonly files: readonly number[];
}

/** What the caller knows and the bytes may not say. Used only where the log is silent, and marked as inferred. */
export interface SourceHints {
  /** ISO 8601 time at which the run began. */
  startedAt?: string;
  /** What rules about the machine are held against: a folder that is there, the time now. Never changes a session. */
  world?: { directoryExists?(path: string): boolean; now?: number };
}

/** What detection looks at: the name and the first 64 KiB. */
export interface Sample {
  readonly name: string;
  /** The first 64 KiB, decoded; a BOM is gone. */
  readonly text: string;
  /** True when the file is longer than the sample. */
  readonly cut: boolean;
  /** The first whole lines that are JSON values, parsed once for all adapters; empty where there are none. */
  readonly records: readonly unknown[];
}

/** What a recognised file is to its run. */
export type FileRole =
  /**
   * A run by itself, or the main file of one. `key` ties parts to it; `shares` are keys of parts that it has in common
   * with other runs (the configuration of a project); `history` what it has in common with runs that it was resumed or
   * forked from.
   */
  | { is: 'primary'; key: string; shares?: readonly string[]; history?: SharedHistory }
  /** Belongs to the run whose primary file has the same key (a subagent's transcript, a summary, …). */
  | { is: 'part'; key: string }
  /** Of this format, but tells of no run (a prompt history, an index). */
  | { is: 'side'; because: string };

/** How runs are known to repeat each other's records, since one was resumed or forked from the other. */
export interface SharedHistory {
  /** Two runs with a key in common may hold copies of each other's records. */
  keys: readonly string[];
  /** Of how many other runs the sample shows records. Of two runs the one with fewer is the older, or the smaller one. */
  copies: number;
}

export type Detection =
  | { grade: 'certain' | 'likely'; because: string; role: FileRole }
  | { grade: 'no'; because: string };

/** A piece of a source file: a record as it was parsed, or bytes that could not be. */
export type SourceItem<Raw> =
  | { is: 'record'; value: Raw; ref: SourceRef }
  | { is: 'broken'; code: DiagnosticCode; ref: SourceRef; message?: string; column?: number };

/** How a record ended. Every record gets exactly one, so the account adds up by construction. */
export type Verdict<Reason extends string = string> =
  | 'converted'
  | 'unknown'
  | { ignored: Reason }
  | { dropped: DiagnosticCode; message?: string };

/** Turns the records of one source into calls and events. Pure: no I/O, no clock, no randomness. */
export interface Converter<Raw, Reason extends string = string> {
  record(value: Raw, ref: SourceRef): Verdict<Reason>;
  /**
   * Describes the sessions as they stand, where more records may follow: called before they are read, and what it says holds
   * for that reading alone. Makes no items. Absent where records describe all that is known of a session as they come.
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
  /** Texts that stand in nearly every log of the format: what a file that nobody claims comes near to. At least one. */
  readonly marks: readonly string[];
  /** Versions of the writing tool seen in real logs, oldest first. */
  readonly versionsSeen: readonly string[];
  /** What a log of this format can tell at best. */
  readonly capabilities: {
    readonly times: 'each item' | 'run only' | 'none';
    readonly thinking: boolean;
    readonly tokens: boolean;
    readonly subagents: boolean;
    readonly outcomes: boolean;
  };
  /** Every reason for which a record may be ignored, and why that loses nothing a person saw. */
  readonly ignores: Readonly<Record<Reason, string>>;
}

/** What a converter knows of its source before the first record. */
export type SourceOutline = Pick<Source, 'hints' | 'joined'> & {
  names: readonly string[];
  /** What the ancestors tell: ids of records, or of runs, as the adapter gives them, with the run that tells each. */
  knownRecords?: ReadonlyMap<string, string>;
};

/** How a log points to runs of other formats, which may lie under any root. */
export interface Pointers {
  /** Ids of the formats that the adapter takes in. */
  readonly formats: readonly string[];
  /**
   * Paths that the log names, as it names them; they may be of another machine. Only files that were given to the kit
   * are ever looked at: those whose path ends like the one named.
   */
  of(source: Source, context: ParseContext): AsyncIterable<string>;
}

/** Where the files that belong to a log lie, as seen from the folder that it lies in. */
export interface Companions {
  /** Folders that hold nothing else, by their path. */
  readonly folders: readonly string[];
  /** Files beside it: how their names begin and end, and what those of this run alone hold near their beginning. */
  readonly files?: { readonly begin: string; readonly end: string; readonly mention: string } | undefined;
}

export interface Adapter<Raw = unknown, Reason extends string = string> {
  /** The contract that it was made for, as `defineAdapter` notes it. Absent for the kit's own. */
  readonly contract?: number;
  /** The package that it comes in. Absent for the kit's own, and where nothing says. */
  readonly package?: { readonly name: string; readonly version: string };
  readonly descriptor: Descriptor<Reason>;
  /** Pure, over name and first 64 KiB. */
  detect(sample: Sample): Detection;
  /** Bytes to records, in batches, file after file. Reads only the files of the source. */
  parse(source: Source, context: ParseContext): AsyncIterable<readonly SourceItem<Raw>[]>;
  createConverter(assembly: Assembly, source: SourceOutline): Converter<Raw, Reason>;
  /**
   * What a run tells, so that a later one need not tell it again: ids by which its converter knows a copy, each with the
   * run's own id. Absent where no log copies from another one.
   */
  readonly knownRecords?: (
    ancestor: SourceFile,
    context: ParseContext,
  ) => AsyncIterable<readonly [id: string, run: string]>;
  /** Absent where a log never points to another run. */
  readonly pointers?: Pointers;
  /** Where files that belong to a log lie, for one that is given alone. Absent where a log is all of its run. */
  readonly companions?: (name: string) => Companions | undefined;
  /**
   * Which files of a source are read independently of each other, as groups of indices; each group can be parsed by
   * itself, in any order, and its first file followed while it grows. Absent, or undefined, where a source can only be read
   * whole.
   */
  streams?(names: readonly string[]): readonly (readonly number[])[] | undefined;
}
