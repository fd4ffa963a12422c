import type { Outcome } from '../../session/index.ts';

/** What a step keeps of a tool result. */
interface ResultSummary {
  /** The text of the result; undefined where the step only says that there was one. */
  text: string | undefined;
  /** True where the writer cut the text. */
  cut: boolean;
  outcome: Outcome;
  exitCode: number | undefined;
}

/** Before the text of a result, by the language of the writer's version. */
const prefixes = ['Result: ', '结果: '];

/** Instead of the text of a result that was no plain text, or of several results. */
const placeholders = /^\((?:complex result|复杂结果|no tool results|无工具结果|\d{1,9} results|\d{1,9} ?个结果)\)$/;

/** At this length writers of 2025 cut the text of a result, with three dots at its end. */
const CUT_LENGTH = 50;

/** Reads `Result: <text>`, `Result: (complex result)`, `(2 results)`. */
export function readResultSummary(summary: string): ResultSummary {
  const prefix = prefixes.find((each) => summary.startsWith(each)) ?? '';
  const text = summary.slice(prefix.length);
  if (placeholders.test(text)) return { text: undefined, cut: false, outcome: 'unknown', exitCode: undefined };
  const cut = text.length === CUT_LENGTH && text.endsWith('...');
  return { text, cut, ...outcomeOf(text) };
}

/** The store does not say whether a call failed: the beginning of the text tells, in the agent's own words. */
function outcomeOf(text: string): Pick<ResultSummary, 'outcome' | 'exitCode'> {
  const exit = /^(?:Error: )?Exit code (\d{1,9})\b/.exec(text);
  if (exit !== null) {
    const exitCode = Number(exit[1]);
    return { outcome: exitCode === 0 ? 'succeeded' : 'failed', exitCode };
  }
  if (notRunning.test(text)) return { outcome: 'failed', exitCode: undefined };
  const outcome = words.find(([beginning]) => text.startsWith(beginning))?.[1] ?? 'succeeded';
  return { outcome, exitCode: undefined };
}

/** A shell that should be stopped had ended. */
const notRunning = /^Shell \w{1,64} is not running, so cannot/;

const words: readonly (readonly [string, Outcome])[] = [
  ["The user doesn't want to proceed", 'denied'],
  ["The user doesn't want to take this action", 'denied'],
  ['Claude requested permissions to', 'denied'],
  ['This command requires approval', 'denied'],
  ['[Request interrupted by user', 'interrupted'],
  ['<tool_use_error>', 'failed'],
  ['Error', 'failed'],
];

/** What a step keeps of a tool call: its names and, of one call, one parameter. */
export interface ToolSummary {
  /** Empty where the text is no summary of a call. */
  names: readonly string[];
  /** The parameter that the summary shows. */
  param: { name: string; value: string } | undefined;
  /** A parameter that the summary names without its value. */
  omitted: string | undefined;
  /** True where the writer cut the value. */
  cut: boolean;
}

/** At this length writers up to 2026 cut `name=value`, with three dots at its end. */
const SUMMARY_CUT = 100;

/**
 * Reads `[Bash] command=ls`, `[Read, Grep]`, `[TodoWrite] todos=...`, `[KillShell] (no parameters)`. The name alone
 * may hold brackets; it ends at the first `]` that a space or the end follows.
 */
export function readToolSummary(text: string): ToolSummary {
  const none = { names: [], param: undefined, omitted: undefined, cut: false };
  if (!text.startsWith('[')) return none;
  const spaced = text.indexOf('] ');
  const end = spaced === -1 ? text.lastIndexOf(']') : spaced;
  if (end === -1) return none;
  const names = text
    .slice(1, end)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const shown = text.slice(end + 2);
  const equals = shown.indexOf('=');
  const name = equals === -1 ? '' : shown.slice(0, equals);
  if (names.length !== 1 || !/^\w{1,64}$/.test(name)) return { ...none, names };
  const value = shown.slice(equals + 1);
  if (value === '...') return { ...none, names, omitted: name };
  const cut = shown.length === SUMMARY_CUT && shown.endsWith('...');
  return { names, param: { name, value }, omitted: undefined, cut };
}
