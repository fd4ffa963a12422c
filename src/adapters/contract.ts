import type { Diagnostic, DiagnosticCode, SourceRef } from '../session/index.ts';
import type { Assembly } from './assembly.ts';

/** A file to read: its bytes can be asked for more than once. */
export interface SourceFile {
  /** Relative to the root that was given, `/`-separated. */
  readonly name: string;
  readonly bytes: () => AsyncIterable<Uint8Array>;
}

/** The files that make one run, or several of one format; the first is the primary one. */
export interface Source {
  readonly files: readonly SourceFile[];
  readonly hints?: SourceHints;
}

/** What the caller knows and the bytes may not say. Used only where the log is silent, and marked as inferred. */
export interface SourceHints {
  /** ISO 8601 time at which the run began. */
  startedAt?: string;
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
  /** A run by itself, or the main file of one. `key` ties parts to it. */
  | { is: 'primary'; key: string }
  /** Belongs to the run whose primary file has the same key (a subagent's transcript, a summary, …). */
  | { is: 'part'; key: string }
  /** Of this format, but tells of no run (a prompt history, an index). */
  | { is: 'side'; because: string };

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

export interface Adapter<Raw = unknown, Reason extends string = string> {
  readonly descriptor: Descriptor<Reason>;
  /** Pure, over name and first 64 KiB. */
  detect(sample: Sample): Detection;
  /** Bytes to records, in batches, file after file. Reads only the files of the source. */
  parse(source: Source, context: ParseContext): AsyncIterable<readonly SourceItem<Raw>[]>;
  createConverter(
    assembly: Assembly,
    source: Pick<Source, 'hints'> & { names: readonly string[] },
  ): Converter<Raw, Reason>;
}
