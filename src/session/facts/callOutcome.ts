import type { Outcome } from '../schema/itemParts.ts';
import type { ToolCall } from '../schema/std001v31.ts';
import { oneLine } from '../text/lines.ts';

/** Why a call failed, as briefly as the log allows. */
export type FailureReason =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'exit'; readonly code: number }
  /** The log does not say. */
  | { readonly kind: 'silent' };

/** Length that fits in a row, in characters. */
const longestInRow = 80;

const exitLine = /^(?:process )?exit(?:ed)?(?: with)?(?: code| status)?:? (\d{1,3})\.?$/i;
/** Whether a text is nothing but a command's exit code. */
export function isExitLine(text: string): boolean {
  return exitLine.test(text.trim());
}

const wrapper = /^<([a-z_]{1,40})>([\s\S]*)<\/\1>$/;

function firstLine(text: string): string {
  const inner = wrapper.exec(text.trim())?.[2] ?? text;
  return inner.trimStart().split('\n', 1)[0]?.trim() ?? '';
}

/**
 * Finds the reason in the error, else in the exit code, else in the one line of the result.
 * @param longest in characters
 */
export function failureReason({ output }: ToolCall, longest = longestInRow): FailureReason {
  const line = firstLine(output.error ?? '');
  const exit = exitLine.exec(line)?.[1];
  if (exit !== undefined) return { kind: 'exit', code: Number(exit) };
  if (line !== '') return { kind: 'words', text: oneLine(line, longest) };
  const code = output.result?.exit_code;
  if (code !== undefined && code !== 0) return { kind: 'exit', code };
  const display = firstLine(output.result?.display ?? '');
  return display === '' ? { kind: 'silent' } : { kind: 'words', text: oneLine(display, longest) };
}

/** The reason without the outcome that a log puts before it in English; the kit shows the outcome in the reader's language. */
export function withoutOutcome(reason: string, outcome: string): string {
  if (!reason.toLowerCase().startsWith(outcome)) return reason;
  const [colon] = /^\s*(?:[:：]|$)/.exec(reason.slice(outcome.length)) ?? [];
  return colon === undefined ? reason : reason.slice(outcome.length + colon.length).trim();
}

/** The outcome of a call; derived from v3.0's status where only that is recorded. */
export function outcomeOf({ outcome, output }: Pick<ToolCall, 'outcome' | 'output'>): Outcome {
  return outcome ?? (output.status === 'failed' ? 'failed' : 'succeeded');
}
