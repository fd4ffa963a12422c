import type { DiagnosticCode, SourceRef } from '../../../session/index.ts';
import type { SessionSink } from '../../assembly.ts';

/** What the parts of a converter share. */
export interface Desk {
  sink: SessionSink;
  /** Reports a fact at a record's place. */
  report(code: DiagnosticCode, ref: SourceRef, actual?: string): void;
}

/** A record that is being converted. */
export interface Place {
  ref: SourceRef;
  /** ISO 8601. */
  at: string | undefined;
  /** True where the scanner guessed its boundary. */
  guessed: boolean;
}

/** What an item whose boundary is a guess carries: the names of the fields that it touches. */
export function guessOf(
  { guessed }: Place,
  field: string,
): { inferred?: string[]; extensions?: Record<string, unknown> } {
  return guessed ? { inferred: [field], extensions: { confidence: 'low' } } : {};
}
