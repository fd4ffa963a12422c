/** Severity of a diagnostic; `data-loss` means that something of the source is missing from the session. */
export type Severity = 'info' | 'notice' | 'data-loss' | 'error';

interface Entry {
  severity: Severity;
  /** Its meaning, in one sentence. */
  meaning: string;
  /** What the reader can do about it. */
  remedy: string;
}

/**
 * Every diagnostic the kit can give, by code. The catalogue is closed: a new diagnostic is added here, with meaning and remedy.
 * `docs/diagnostics.md` is generated from it.
 */
export const diagnosticCatalogue = {
  // Reading a file
  'torn-record': {
    severity: 'data-loss',
    meaning: 'The last record of the file is cut off.',
    remedy: 'The log may still be written: convert again when it is finished.',
  },
  'invalid-record': {
    severity: 'data-loss',
    meaning: 'A record is not valid JSON.',
    remedy: 'Look at the line named; the rest of the file is converted.',
  },
  'invalid-json': {
    severity: 'error',
    meaning: 'The file is not valid JSON.',
    remedy: 'Correct the file at the line and column named.',
  },
  'glued-records': {
    severity: 'info',
    meaning: 'Several JSON objects stood on one line and were separated.',
    remedy: 'Nothing to do.',
  },
  'joined-lines': {
    severity: 'info',
    meaning: 'A string of a record held raw line breaks: its lines were joined.',
    remedy: 'Nothing to do.',
  },
  'file-too-large': {
    severity: 'error',
    meaning: 'A file that can only be read whole is larger than the reader takes.',
    remedy: 'Convert it with `pnpm etl` or `agent-replay`, which read files of any size.',
  },
  'missing-database-log': {
    severity: 'notice',
    meaning: 'The database keeps its newest rows in a file beside it, which is not among the files.',
    remedy: 'Give the file whose name ends in `-wal`, too; where there is none, nothing is missing.',
  },
  'malformed-page': {
    severity: 'data-loss',
    meaning: 'A page of the database is damaged, or is not there.',
    remedy: 'The other pages are converted; copy the database again, while nothing writes to it.',
  },
  'record-too-large': {
    severity: 'data-loss',
    meaning: 'A record is larger than the reader takes.',
    remedy: 'Raise the limit if the record matters.',
  },
  'invalid-utf8': {
    severity: 'notice',
    meaning: 'Bytes that are not UTF-8 were replaced by U+FFFD.',
    remedy: 'Check the encoding of the program that wrote the log.',
  },
  'nul-bytes': {
    severity: 'notice',
    meaning: 'NUL bytes were removed from a record.',
    remedy: 'The file may have been damaged by a crash; check the disk.',
  },
  'lone-surrogate': {
    severity: 'notice',
    meaning: 'Half of a surrogate pair was replaced by U+FFFD.',
    remedy: 'Nothing to do; the source cut a text in the middle of a character.',
  },
  'nesting-too-deep': {
    severity: 'data-loss',
    meaning: 'A value is nested deeper than the kit follows, and was replaced by a marker.',
    remedy: 'Nothing to do unless the value matters.',
  },
  'number-rounded': {
    severity: 'data-loss',
    meaning: 'A value holds a whole number beyond 2^53, of which JSON readers keep the first 15 to 17 digits only.',
    remedy: 'Look into the log where every digit matters; the source reference says where.',
  },
  'empty-source': {
    severity: 'info',
    meaning: 'The file holds no record.',
    remedy: 'Nothing to do.',
  },
  // Choosing an adapter
  'ambiguous-format': {
    severity: 'notice',
    meaning: 'Two adapters claim the file with the same confidence.',
    remedy: 'Name the format: `pnpm etl --format ID`.',
  },
  'forced-format': {
    severity: 'notice',
    meaning: 'The file is certainly of another format than the one that was named for it.',
    remedy: 'Leave `--format` out, unless you know better: the format is found by itself.',
  },
  'unknown-format': {
    severity: 'notice',
    meaning: 'No adapter knows the file.',
    remedy: 'If it is an agent log, name its format with `--format`, or open an issue with a sample.',
  },
  'unsupported-version': {
    severity: 'data-loss',
    meaning: 'The file is of a known format, in a form the adapter does not read yet.',
    remedy: 'Open an issue with a sample.',
  },
  // Meaning of records
  'unknown-record': {
    severity: 'notice',
    meaning: 'A record of an unknown type was kept as it is.',
    remedy: 'Open an issue with a sample: the format has probably grown.',
  },
  'malformed-record': {
    severity: 'data-loss',
    meaning: 'A record of a known type lacks what makes it one.',
    remedy: 'Look at the line named.',
  },
  'unanswered-call': {
    severity: 'notice',
    meaning: 'A call has no result in the log.',
    remedy: 'Nothing to do; the run was interrupted, or is still going on.',
  },
  'orphan-result': {
    severity: 'notice',
    meaning: 'A result answers no call in the log; it is kept as a notice.',
    remedy: 'Nothing to do; the call stands in an earlier file, or was compacted away.',
  },
  'duplicate-result': {
    severity: 'notice',
    meaning: 'A call has more than one result; the first one counts.',
    remedy: 'Nothing to do.',
  },
  'duplicate-call': {
    severity: 'notice',
    meaning: 'Two calls share one native id.',
    remedy: 'Nothing to do; both are kept.',
  },
  'guessed-pairing': {
    severity: 'notice',
    meaning: 'A result was given to a call by order, because the source does not say whose it is.',
    remedy: 'Nothing to do; the item is marked as inferred.',
  },
  'guessed-boundary': {
    severity: 'notice',
    meaning: 'Where one event ends and the next begins was guessed.',
    remedy: 'Nothing to do; the item is marked as inferred.',
  },
  'time-inferred': {
    severity: 'info',
    meaning: 'The source gives no clock; times are laid end to end.',
    remedy: 'Nothing to do; the fields are marked as inferred.',
  },
  'clock-backwards': {
    severity: 'notice',
    meaning: 'A call ended before it began; its duration was set to 0.',
    remedy: 'Nothing to do.',
  },
  'invalid-time': {
    severity: 'notice',
    meaning: 'A time could not be read.',
    remedy: 'Nothing to do; the time is inferred from its neighbours.',
  },
  'unlinked-subagent': {
    severity: 'notice',
    meaning: 'No call is known to have started a subagent.',
    remedy: 'Nothing to do; its run is kept without a parent call.',
  },
  'zone-assumed': {
    severity: 'info',
    meaning: 'Times of the log have no zone; they are taken as UTC.',
    remedy:
      'Nothing to do, unless the log was written in another zone: give it with `--zone`. The fields are marked as inferred.',
  },
  'missing-companion': {
    severity: 'data-loss',
    meaning: 'The log points to a file that is not among those given.',
    remedy: 'Give the folder that holds it as a path too.',
  },
  'missing-subagents': {
    severity: 'data-loss',
    meaning: 'A call started a subagent whose transcript is not among the files given: what it did is not known.',
    remedy: "Give the session's whole folder, with what lies beside the transcript.",
  },
  'path-outside-roots': {
    severity: 'data-loss',
    meaning: 'The log points to a file outside the roots given; it was not read.',
    remedy: 'Give its folder as a path if you trust it.',
  },
  // Older shapes of STD-001
  'upgraded-shape': {
    severity: 'info',
    meaning: 'The session was written in an older shape of STD-001 and was upgraded.',
    remedy: 'Nothing to do.',
  },
  'unknown-value': {
    severity: 'notice',
    meaning: 'A value outside its enumeration was replaced by the nearest one; the original is in `extensions`.',
    remedy: 'Nothing to do.',
  },
  'not-a-session': {
    severity: 'error',
    meaning: 'The JSON is no session in any shape of STD-001.',
    remedy: 'Check the file; a session has at least an id and calls, phases or steps.',
  },
  'schema-violation': {
    severity: 'error',
    meaning: 'A field does not fit the schema.',
    remedy: 'Correct the field named.',
  },
  'transcript-used': {
    severity: 'info',
    meaning: 'The log is a digest of a transcript that is among the files; the transcript was converted instead.',
    remedy: 'Nothing to do.',
  },
  // Rules of Frago's data model
  'invalid-id': {
    severity: 'notice',
    meaning: 'An id is no UUID, though the data model asks for one.',
    remedy: 'Nothing to do.',
  },
  'model-violation': {
    severity: 'notice',
    meaning: "A field does not fit the data model of its source's own format; it is converted as it stands.",
    remedy: 'Nothing to do, unless you write the logs: then correct the field named.',
  },
  'future-time': {
    severity: 'notice',
    meaning: 'A step lies in the future.',
    remedy: 'Check the clock and the time zone of the machine that wrote the log.',
  },
  'missing-directory': {
    severity: 'notice',
    meaning: 'The project directory of a session does not exist on this machine.',
    remedy: 'Nothing to do; the session was recorded elsewhere, or the project has moved.',
  },
  'step-order': {
    severity: 'notice',
    meaning: 'The number of a step is not greater than the numbers before it.',
    remedy: 'Nothing to do; the steps are kept in the order of the file.',
  },
  'time-outside-run': {
    severity: 'notice',
    meaning: 'A step lies before the start of its session.',
    remedy: 'Check the clock and the time zone of the machine that wrote the log.',
  },
  'text-too-long': {
    severity: 'info',
    meaning: 'A summary is longer than the data model allows.',
    remedy: 'Nothing to do; the whole text is kept.',
  },
  'premature-field': {
    severity: 'notice',
    meaning: 'A field has a value that the state of its record does not allow yet.',
    remedy: 'Nothing to do.',
  },
  'stale-session': {
    severity: 'info',
    meaning: 'A session counts as running, but nothing has happened in it for more than ten minutes.',
    remedy: 'Nothing to do; the monitor has probably ended before it could close the session.',
  },
  // Integrity of a session
  'dangling-call-id': {
    severity: 'notice',
    meaning: 'Something refers to a call that is not there.',
    remedy: 'Correct the reference in the source.',
  },
  'dangling-run-id': {
    severity: 'notice',
    meaning: 'Something refers to a session or sub-session that is not there.',
    remedy: 'Correct the reference in the source.',
  },
  'cyclic-runs': {
    severity: 'notice',
    meaning: 'Sub-sessions are inside each other.',
    remedy: 'Correct `parent_session_id` in the source.',
  },
  'backward-range': {
    severity: 'notice',
    meaning: 'A range ends before it starts.',
    remedy: 'Correct the range in the source.',
  },
  'overlapping-ranges': {
    severity: 'notice',
    meaning: 'Two phase annotations cover the same call.',
    remedy: 'Correct the ranges in the source.',
  },
  'uncovered-calls': {
    severity: 'notice',
    meaning: 'Calls that no phase annotation covers.',
    remedy: 'Cover them, or leave the annotations out.',
  },
  'duplicate-id': {
    severity: 'error',
    meaning: 'Two items have the same id.',
    remedy: 'Correct the ids in the source.',
  },
  'id-taken': {
    severity: 'notice',
    meaning: 'A session could not keep its own id: another session has it.',
    remedy: 'Change the id in one of the two sources, if they are not the same session twice.',
  },
  'count-mismatch': {
    severity: 'notice',
    meaning: 'A count in the summary disagrees with what is there.',
    remedy: 'Nothing to do; what is there counts.',
  },
  'time-order': {
    severity: 'notice',
    meaning: 'An item or the session ends before it starts, or a call starts before the one ahead of it.',
    remedy: 'Nothing to do.',
  },
  'missing-content': {
    severity: 'data-loss',
    meaning: 'A content file that the session refers to is not there.',
    remedy: 'Convert the source again.',
  },
} as const satisfies Record<string, Entry>;

/**
 * Facts about the machine and the moment of a conversion rather than the log. No session counts them, because a session's bytes must not
 * depend on the machine.
 */
export const aboutTheMachine: ReadonlySet<DiagnosticCode> = new Set([
  'missing-directory',
  'stale-session',
  'future-time',
]);

export type DiagnosticCode = keyof typeof diagnosticCatalogue;

/** A place in a source file, or in a session by JSON Pointer. */
export interface DiagnosticLocation {
  file?: string;
  /** 1-based. */
  line?: number;
  /** 1-based, in characters. */
  column?: number;
  byteOffset?: number;
  pointer?: string;
}

/** One fact about an import. */
export interface Diagnostic {
  code: DiagnosticCode;
  severity: Severity;
  message: string;
  at?: DiagnosticLocation;
  actual?: string;
  expected?: string;
}

/** Makes a diagnostic with the catalogue's severity and, unless a more specific message is given, its meaning. */
export function diagnose(
  code: DiagnosticCode,
  detail: Partial<Omit<Diagnostic, 'code' | 'severity'>> = {},
): Diagnostic {
  const { severity, meaning } = diagnosticCatalogue[code];
  return { code, severity, message: meaning, ...detail };
}

/** What a schema expects of a value, from an issue of zod: `string`, `a number >=0`, `one of "a"|"b"`. */
export function expectedBy({ code, expected, message }: { code: string; expected?: string; message: string }): string {
  if (code === 'invalid_type' && expected !== undefined) return expected;
  return message.replace(/^[^:]*: expected /, '').replace(/^(\w+) to be (?=[<>])/, 'a $1 ');
}

/** Reports a field that does not fit the schema: its path, its value and what is expected, all in the message too. */
export function diagnoseMismatch(
  pointer: string,
  actual: string,
  expected: string,
  code: 'schema-violation' | 'model-violation' = 'schema-violation',
): Diagnostic {
  const field = pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  const named = /^\d*$/.test(field) ? pointer || 'the session' : `${field} (${pointer})`;
  const message = `The field ${named} does not fit: it is ${actual}, expected is ${expected}.`;
  return diagnose(code, { message, at: { pointer }, actual, expected });
}
