import { commandOf, paramText, printedText } from '../session/facts/callTexts.ts';
import { outputLines, sayNothing } from '../session/facts/checkLines.ts';
import type { ToolCall } from '../session/index.ts';
import { outcomeOf } from './judgeItem.ts';
import { memoize } from './memoize.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** Number of items before and after a report in which its call is looked for. */
const farthest = 24;
/** Length of the beginning of an output or a command that is compared, in characters. */
const longestStart = 2000;

/** A report of `codex exec`: an exit code with what was printed, or the command that was not allowed to run. */
const report = /\brouter: error=(?:Exit code: (\d{1,4})\b(?:[\s\S]{0,200}?\bOutput:)?([\s\S]*)|`([\s\S]*))/;

/**
 * The errors that only report a failed or denied call, which is in the log too: they quote its output or its command, each call once; or they
 * stand in the run that the failed call started, and say what its result says.
 */
export const toldTwice = memoize(({ items, runs, landmarks }: SessionIndex): ReadonlySet<number> => {
  const told = new Set<number>();
  const calls = new Set<number>();
  for (const at of landmarks.error) {
    const item = items[at];
    if (item?.is !== 'event' || item.event.type !== 'notice') continue;
    if (tellsOfRun(runs[item.run]?.trigger?.call, item.event.text)) {
      told.add(at);
      continue;
    }
    const quoted = quotedIn(item.event.text);
    if (quoted === undefined) continue;
    const found = neighbours(at).find((other) => {
      const near = items[other];
      return near?.is === 'call' && near.run === item.run && !calls.has(other) && isQuoted(near.call, quoted);
    });
    if (found === undefined) continue;
    told.add(at);
    calls.add(found);
  }
  return told;
});

/** Whether an error in a subagent's run says what the call that started it failed with. */
function tellsOfRun(trigger: ToolCall | undefined, text: string): boolean {
  if (trigger === undefined || outcomeOf(trigger) !== 'failed') return false;
  return [trigger.output.error ?? '', printedText(trigger)].some((reason) => beginAlike(text, reason));
}

interface Quoted {
  /** The exit code; absent where the command was not allowed to run. */
  readonly code?: number;
  /** The command, or what it printed. */
  readonly text: string;
}

/** What a report says of a command; undefined where a text is no such report. */
function quotedIn(text: string): Quoted | undefined {
  const [, code, output = '', command] = report.exec(text.slice(0, 2 * longestStart)) ?? [];
  if (command !== undefined) return { text: command };
  return code === undefined ? undefined : { code: Number(code), text: output };
}

/** Whether an error reports that a command ended with an exit code. */
export function reportsExit(text: string): boolean {
  return quotedIn(text)?.code !== undefined;
}

function isQuoted(call: ToolCall, { code, text }: Quoted): boolean {
  if (code === undefined) {
    const commands = [commandOf(call) ?? '', paramText(call, 'command') ?? ''];
    return outcomeOf(call) === 'denied' && commands.some((command) => beginAlike(text, command));
  }
  if (outcomeOf(call) !== 'failed') return false;
  const printed = printedText(call);
  if (text.trim() !== '') return beginAlike(text, printed);
  const { result, error = '' } = call.output;
  const own = result?.exit_code ?? Number(/\b(\d{1,4})\.?$/.exec(error.trim())?.[1]);
  return own === code && sayNothing(outputLines(printed));
}

/** The positions around an item, the nearest first. */
function neighbours(at: number): number[] {
  return Array.from({ length: 2 * farthest }, (_, n) => at + (n % 2 === 0 ? -1 : 1) * (Math.floor(n / 2) + 1));
}

/** Whether two texts begin with the same letters and digits; quoting changes the others. */
function beginAlike(one: string, other: string): boolean {
  const [a, b] = [lettersOf(one), lettersOf(other)];
  const length = Math.min(a.length, b.length, 120);
  return length > 0 && a.slice(0, length) === b.slice(0, length);
}

function lettersOf(text: string): string {
  return text
    .slice(0, longestStart)
    .replace(/\\[nrt]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
