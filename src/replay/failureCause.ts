import { failureReason } from '../session/facts/callOutcome.ts';
import { commandOf, paramText, printedText } from '../session/facts/callTexts.ts';
import { outputLines, sayNothing } from '../session/facts/checkLines.ts';
import { failedPart, foundNothing } from '../session/facts/checkOutcome.ts';
import { commandParts } from '../session/facts/commandPurpose.ts';
import { toolFamily } from '../session/facts/toolFacts.ts';
import type { ToolCall } from '../session/index.ts';
import { oneLine } from '../session/text/lines.ts';
import { memoize } from './memoize.ts';
import { type EventItem, outcomeOf } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** The cause of a failure, as far as it can be found mechanically; failures with the same cause count together. */
export type FailureCause =
  /**
   * A command ended with an exit code other than 0; `name` is that of the part that failed, else the whole command, cut short. Undefined
   * where the agent's program reports it and the log does not hold the call.
   */
  | { readonly kind: 'exit'; readonly name: string | undefined }
  /** A person, a hook or a rule denied a call. */
  | { readonly kind: 'denied' }
  /** The model's API, or the agent itself, reported an error. */
  | { readonly kind: 'agent' }
  /** The agent's program reported once more that a call failed or was denied; the call itself is in the log too. */
  | { readonly kind: 'repeated' }
  /** A search or comparison found nothing, which its program reports by the exit code 1; `name` as `commandName` gives it. */
  | { readonly kind: 'nothing'; readonly name: string }
  /** Text of the first failure; the others begin alike, apart from numbers, paths and quoted names. */
  | { readonly kind: 'words'; readonly text: string }
  /** The log does not say. */
  | { readonly kind: 'silent'; readonly tool: string };

/** The change into a folder with which a command begins: it is seldom what failed, and leaves no room for what it is about. */
const entering = /^\s{0,20}cd\s{1,20}(?:"[^"]{1,4000}"|'[^']{1,4000}'|[^\s"';&|]{1,4000})\s{0,20}(?:&&|;)\s{0,20}/;

/** Length of a command that stands for the name of its part, in characters. */
const longestCommand = 60;

/** The cause of an error outside of calls. */
export function causeOfEvent(index: SessionIndex, { event, index: at }: EventItem): FailureCause {
  if (reportsOfCalls(index).has(at)) return { kind: 'repeated' };
  const isExit = event.type === 'notice' && reportsExit(event.text);
  return isExit ? { kind: 'exit', name: undefined } : { kind: 'agent' };
}

/** The cause of a failed or denied call. */
export function causeOfCall(call: ToolCall): FailureCause {
  if (outcomeOf(call) === 'denied') return { kind: 'denied' };
  const command = commandOf(call);
  if (command !== undefined && foundNothing(call))
    return { kind: 'nothing', name: failedPart(call)?.name ?? commandParts(command).at(-1)?.name ?? call.tool_name };
  if (command !== undefined && toolFamily(call.tool_name) === 'terminal')
    return { kind: 'exit', name: failedPart(call)?.name ?? oneLine(command.replace(entering, ''), longestCommand) };
  const reason = failureReason(call);
  switch (reason.kind) {
    case 'exit':
      return { kind: 'exit', name: call.tool_name };
    case 'silent':
      return { kind: 'silent', tool: call.tool_name };
    case 'words':
      return { kind: 'words', text: reason.text };
  }
}

/** A name of a cause that other failures with the same cause share; the search `cause:` takes it. Has no quotes in it. */
export function causeKey(cause: FailureCause): string {
  switch (cause.kind) {
    case 'exit':
      return unquoted(`exit ${cause.name ?? ''}`);
    case 'denied':
    case 'agent':
    case 'repeated':
      return cause.kind;
    case 'nothing':
      return unquoted(`nothing ${cause.name}`);
    case 'silent':
      return unquoted(`silent ${cause.tool}`);
    case 'words':
      return alike(cause.text);
  }
}

/** A failure reason without what differs between calls: numbers, quoted names and paths. */
function alike(text: string): string {
  const same = text
    .toLowerCase()
    .replace(/"[^"]{0,80}"|'[^']{0,80}'|`[^`]{0,80}`/g, '…')
    .replace(/\S{0,200}[/\\]\S{0,200}/g, '…')
    .replace(/\d+/g, '#')
    .slice(0, 48);
  return unquoted(same);
}

function unquoted(text: string): string {
  return text.replace(/["\u201c\u201d\s]+/g, ' ').trim();
}

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
const reportsOfCalls = memoize(({ items, runs, landmarks }: SessionIndex): ReadonlySet<number> => {
  const reports = new Set<number>();
  const calls = new Set<number>();
  for (const at of landmarks.error) {
    const item = items[at];
    if (item?.is !== 'event' || item.event.type !== 'notice') continue;
    if (isAboutRun(runs[item.run]?.trigger?.call, item.event.text)) {
      reports.add(at);
      continue;
    }
    const quoted = quotedIn(item.event.text);
    if (quoted === undefined) continue;
    const found = neighbours(at).find((other) => {
      const near = items[other];
      return near?.is === 'call' && near.run === item.run && !calls.has(other) && isQuoted(near.call, quoted);
    });
    if (found === undefined) continue;
    reports.add(at);
    calls.add(found);
  }
  return reports;
});

/** Whether an error in a subagent's run says what the call that started it failed with. */
function isAboutRun(trigger: ToolCall | undefined, text: string): boolean {
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
function reportsExit(text: string): boolean {
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
