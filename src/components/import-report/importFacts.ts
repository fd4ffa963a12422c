import type { Session, Severity } from '../../session/index.ts';
import { type DiagnosticCode, diagnosticCatalogue } from '../../session/internal.ts';

/** What a session says of its own making, ready to be shown. */
export interface ImportFacts {
  readonly format: string;
  readonly records: number;
  readonly fates: readonly RecordFate[];
  /** Why records were ignored, the most frequent first. */
  readonly ignored: readonly { readonly reason: string; readonly count: number }[];
  /** The gravest first. */
  readonly diagnostics: readonly ReportedDiagnostic[];
  readonly redactions: readonly { readonly rule: string; readonly count: number }[];
  readonly sources: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly records: number;
    readonly sha256: string;
  }[];
  /** Fields of the session that the log did not give. */
  readonly inferred: readonly string[];
  /** Calls of which some field was inferred. */
  readonly inferredCalls: number;
}

/** How many records ended as what. */
export interface RecordFate {
  readonly fate: 'converted' | 'ignored' | 'unknown' | 'dropped';
  readonly count: number;
}

/** A kind of diagnostic, and how often it was given; of a later version's code nothing more is known. */
export interface ReportedDiagnostic {
  readonly code: string;
  readonly count: number;
  /** Absent for a code that is not in the catalogue. */
  readonly known: KnownDiagnostic | undefined;
}

/** A diagnostic of the catalogue. */
export interface KnownDiagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
}

const severities: readonly (Severity | undefined)[] = ['error', 'data-loss', 'notice', 'info', undefined];

/** Reads the report of a session's conversion; undefined where it has none, as in a session that was written by hand. */
export function importFacts({ provenance, inferred = [], tool_calls }: Session): ImportFacts | undefined {
  if (provenance === undefined) return undefined;
  const { account, source_format, sources, diagnostics, redactions } = provenance;
  const ignored = Object.entries(account.ignored).map(([reason, count]) => ({ reason, count }));
  return {
    format: source_format,
    records: account.records,
    fates: [
      { fate: 'converted', count: account.converted },
      { fate: 'ignored', count: ignored.reduce((sum, { count }) => sum + count, 0) },
      { fate: 'unknown', count: account.unknown },
      { fate: 'dropped', count: account.dropped },
    ],
    ignored: ignored.sort((one, other) => other.count - one.count),
    diagnostics: Object.entries(diagnostics)
      .map(([code, count]) => ({ code, count, known: knownDiagnostic(code) }))
      .sort((one, other) => severities.indexOf(one.known?.severity) - severities.indexOf(other.known?.severity)),
    redactions: Object.entries(redactions).map(([rule, count]) => ({ rule, count })),
    sources,
    inferred,
    inferredCalls: tool_calls.filter((call) => (call.inferred?.length ?? 0) > 0).length,
  };
}

function knownDiagnostic(code: string): KnownDiagnostic | undefined {
  if (!isDiagnosticCode(code)) return undefined;
  return { code, severity: diagnosticCatalogue[code].severity };
}

function isDiagnosticCode(code: string): code is DiagnosticCode {
  return Object.hasOwn(diagnosticCatalogue, code);
}
