import type { ToolCall } from '../schema/std001v31.ts';
import { oneLine } from '../text/lines.ts';

/** Why a call failed, as short as the log allows. */
export type FailureReason =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'exit'; readonly code: number }
  /** The log does not say. */
  | { readonly kind: 'silent' };

/** What a row has room for, in characters. */
const longestInRow = 80;

const exitLine = /^(?:process )?exit(?:ed)?(?: with)?(?: code| status)?:? (\d{1,3})\.?$/i;
/** Whether a text is nothing but the code that a command ended with. */
export function isExitLine(text: string): boolean {
  return exitLine.test(text.trim());
}

const wrapper = /^<([a-z_]{1,40})>([\s\S]*)<\/\1>$/;

function firstLine(text: string): string {
  const inner = wrapper.exec(text.trim())?.[2] ?? text;
  return inner.trimStart().split('\n', 1)[0]?.trim() ?? '';
}

/** Finds the reason in the error, in the exit code, or in the one line of the result; in this order. @param longest in characters */
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

/** A reason without the outcome that a log says first, in English: the kit says it in the reader's language. */
export function withoutOutcome(reason: string, outcome: string): string {
  if (!reason.toLowerCase().startsWith(outcome)) return reason;
  const [colon] = /^\s*(?:[:：]|$)/.exec(reason.slice(outcome.length)) ?? [];
  return colon === undefined ? reason : reason.slice(outcome.length + colon.length).trim();
}
