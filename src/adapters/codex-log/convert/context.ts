import type { DiagnosticCode, SourceRef } from '../../../session/index.ts';
import type { CallResult, SessionSink } from '../../assembly.ts';

/** State shared by the parts of a converter. */
export interface ConversionContext {
  sink: SessionSink;
  /** Reports a fact at a record's position. */
  report(code: DiagnosticCode, ref: SourceRef, actual?: string): void;
}

/** A record that is being converted. */
export interface EventStamp {
  ref: SourceRef;
  /** ISO 8601. */
  at: string | undefined;
  /** True if the scanner is uncertain about its boundary. */
  guessed: boolean;
}

/** Marks an item with an uncertain boundary: the names of the fields affected. */
export function guessOf(
  { guessed }: EventStamp,
  field: string,
): { inferred?: string[]; extensions?: Record<string, unknown> } {
  return guessed ? { inferred: [field], extensions: { confidence: 'low' } } : {};
}

/** A result without a call is kept as its text, with what it says about the call. */
export function asOrphan(result: CallResult, call: string | undefined): CallResult {
  const text = [call, result.text].filter((part) => part !== undefined && part !== '').join('\n');
  return text === '' ? result : { ...result, text, error: undefined };
}
