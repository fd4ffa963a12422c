import type { Outcome } from '../../session/index.ts';

/** What a step keeps of a tool result. */
export interface ResultSummary {
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
  const outcome = words.find(([beginning]) => text.startsWith(beginning))?.[1] ?? 'succeeded';
  return { outcome, exitCode: undefined };
}

const words: readonly (readonly [string, Outcome])[] = [
  ["The user doesn't want to proceed", 'denied'],
  ["The user doesn't want to take this action", 'denied'],
  ['Claude requested permissions to', 'denied'],
  ['This command requires approval', 'denied'],
  ['[Request interrupted by user', 'interrupted'],
  ['<tool_use_error>', 'failed'],
  ['Error', 'failed'],
];
