import type { DiagnosticCode, SourceRef } from '../../../session/index.ts';
import type { CallResult, SessionSink } from '../../assembly.ts';

/** What the parts of a converter share. */
export interface ConversionContext {
  sink: SessionSink;
  /** Reports a fact at a record's place. */
  report(code: DiagnosticCode, ref: SourceRef, actual?: string): void;
}

/** A record that is being converted. */
export interface EventStamp {
  ref: SourceRef;
  /** ISO 8601. */
  at: string | undefined;
  /** True where the scanner guessed its boundary. */
  guessed: boolean;
}

/** What an item whose boundary is a guess carries: the names of the fields that it touches. */
export function guessOf(
  { guessed }: EventStamp,
  field: string,
): { inferred?: string[]; extensions?: Record<string, unknown> } {
  return guessed ? { inferred: [field], extensions: { confidence: 'low' } } : {};
}

/** A result that answers no call is kept as its text, with what it says of the call before it. */
export function asOrphan(result: CallResult, call: string | undefined): CallResult {
  const text = [call, result.text].filter((part) => part !== undefined && part !== '').join('\n');
  return text === '' ? result : { ...result, text, error: undefined };
}
