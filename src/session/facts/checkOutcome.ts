import type { Outcome } from '../schema/itemParts.ts';
import type { ToolCall } from '../schema/std001v31.ts';
import { outcomeOf } from './callOutcome.ts';
import { commandOf, failureText, printedText } from './callTexts.ts';
import { outcomeByExit, outcomeByTools, outcomesByTools, outputLines, sayNothing } from './checkLines.ts';
import { goesOn, isPipe } from './commandLine.ts';
import {
  type CommandPart,
  checkNames,
  commandParts,
  echoedOutcome,
  endsInLook,
  hidesExit,
  keepsPipeExits,
} from './commandPurpose.ts';

/** The outcome of a check, and whether it was read from what the check printed. */
export interface CheckOutcome {
  readonly outcome: Outcome;
  readonly inferred: boolean;
}

/** Programs that run tests, and say so. */
const testRunner =
  /^(?:vitest|jest|mocha|ava|karma|cypress|playwright test|(?:py\.?|uni)test|tox|nox|rspec|phpunit|ctest|gotestsum|(?:go|cargo|dotnet|deno|swift) test)$/;

const unknown: CheckOutcome = { outcome: 'unknown', inferred: false };

/**
 * The outcome of a call that runs one check. Where a pipe or a further command hides the check's exit code, its output decides: a line that
 * tests, compilers and package managers end with, or the exit code that the command prints; else the outcome is unknown. So it is where
 * another part of the command failed before the check, or may have, and where a run of tests printed nothing.
 */
export function checkOutcome(call: ToolCall): CheckOutcome {
  const outcome = outcomeOf(call);
  if (outcome !== 'succeeded' && outcome !== 'failed') return { outcome, inferred: false };
  const command = commandOf(call) ?? '';
  const parts = commandParts(command);
  const text = `${printedText(call)}\n${outcome === 'failed' ? failureText(call) : ''}`;
  const lines = outputLines(text);
  const isUntested = saysNoTests(call, parts, lines);
  if (hidesExit(command)) {
    const stated =
      outcomeByEcho(
        parts,
        parts.findIndex(({ purpose }) => purpose === 'test'),
        text,
      ) ?? (printsExit(command, parts) ? outcomeByExit(lines) : undefined);
    const read = stated ?? outcomeByTools(lines);
    if (read === 'failed' || (read === 'succeeded' && !isUntested && (stated !== undefined || !isCutOff(parts, lines))))
      return { outcome: read, inferred: true };
    if (outcome === 'succeeded' || read !== undefined) return unknown;
  } else if (outcome === 'succeeded') return isUntested ? unknown : { outcome, inferred: false };
  return outcomeOfFailed(call, parts, lines);
}

/** Whether a part runs tests, which say so, and its output is not written elsewhere. */
export function isShownTestRun({ name, words }: CommandPart): boolean {
  return testRunner.test(name) && !words.includes('>');
}

/** Whether tests ran, and the output is in the log, but reports none. */
export function saysNoTests({ output }: ToolCall, parts: readonly CommandPart[], lines: readonly string[]): boolean {
  return output.result !== undefined && parts.some(isShownTestRun) && sayNothing(lines);
}

/** The outcome of a check in a command that failed. */
function outcomeOfFailed(call: ToolCall, parts: readonly CommandPart[], lines: readonly string[]): CheckOutcome {
  const part = failedPart(call, parts);
  if (part?.purpose === 'test') return { outcome: 'failed', inferred: false };
  if (outcomeByTools(lines) === 'failed') return { outcome: 'failed', inferred: true };
  const last = parts.findLastIndex(({ purpose }) => purpose === 'test');
  // A part behind the check failed, and would not have run if the check had.
  const hasPassed = part !== undefined && parts.indexOf(part) > last && !hidesExit(commandOf(call) ?? '');
  return hasPassed ? { outcome: 'succeeded', inferred: true } : unknown;
}

/** Whether a command prints the exit code of its check, and not that of the last command of a pipe. */
function printsExit(command: string, parts: readonly CommandPart[]): boolean {
  if (/pipestatus/i.test(command)) return true;
  const isPiped = parts.some(({ purpose, operator }) => purpose === 'test' && isPipe(operator));
  return /\$\?|LASTEXITCODE/.test(command) && (!isPiped || keepsPipeExits(parts));
}

/** Whether only the beginning of an output was shown: `head` has cut it. */
export function isCutOff(parts: readonly CommandPart[], lines: readonly string[]): boolean {
  const head = parts.find(({ program }, at) => program === 'head' && isPipe(parts[at - 1]?.operator ?? ''));
  if (head === undefined) return false;
  const count = head.words
    .map((word) => /^(?:-n|--lines=|-)?(\d{1,6})$/.exec(word)?.[1])
    .find((word) => word !== undefined);
  return lines.length >= Number(count ?? 10);
}

/** The outcome of a part that its command says behind it: `&& echo fine`. */
export function outcomeByEcho(
  parts: readonly CommandPart[],
  at: number,
  text: string,
): 'succeeded' | 'failed' | undefined {
  const { passed, failed } = echoedOutcome(parts, at);
  if (passed !== undefined && text.includes(passed)) return 'succeeded';
  return failed !== undefined && text.includes(failed) ? 'failed' : undefined;
}

/** Whether a failed call only found nothing: a search or a comparison that ended with 1 and printed nothing. */
export function foundNothing(call: ToolCall): boolean {
  if (outcomeOf(call) !== 'failed') return false;
  const command = commandOf(call);
  if (command === undefined || !endsInLook(command)) return false;
  const { error = '', result } = call.output;
  const code = result?.exit_code ?? Number(exitCode.exec(error)?.[1] ?? Number.NaN);
  if (code !== 1) return false;
  const lines = [printedText(call), result?.stderr ?? ''].flatMap(outputLines);
  return sayNothing(lines) || isSearchAfterLooks(command, lines);
}

/** Whether a command looks at things and searches last: a search that finds nothing prints nothing, so that the others printed what there is. */
function isSearchAfterLooks(command: string, lines: readonly string[]): boolean {
  const parts = commandParts(command);
  const looks = parts.slice(0, -1);
  const complaining = programsInErrors(lines);
  return (
    /^(?:[ef]?grep|rg|ag|ack|git grep)$/.test(parts.at(-1)?.name ?? '') &&
    looks.some(({ purpose }) => purpose === 'read') &&
    looks.every(({ purpose }) => purpose === 'read' || purpose === 'other') &&
    !parts.some(({ program }) => complaining.has(program))
  );
}

const exitCode = /^(?:process )?exit(?:ed)?(?: with)?(?: code| status)?:? (\d{1,3})\.?$/i;

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Programs that only let through what another prints. */
const filters = set(
  'head tail cat tee sort less wc cut tr uniq column select-string select-object sort-object measure-object out-string',
);
/** Programs that do not fail. */
const harmless = set('echo printf true : pwd export set sleep date');
/** Programs that say their name where they fail, so that their silence means that they did not. */
const namedInFailures = set('cd pushd source . ls cp mv rm mkdir rmdir touch ln chmod find sed set-location');
/** What begins or ends a block of commands, of which any may have failed. */
const blocks = set('for while until if case select function done fi esac }');

/** Lines that give away a program whose name does not stand in them. */
const marks: readonly (readonly [name: RegExp, line: RegExp])[] = [
  [/^git commit$/, /^(?:nothing to commit|no changes added to commit|nothing added to commit|Author identity unknown)/],
  [/^git/, /^(?:fatal|error): /],
  [/^(?:python|pytest|unittest|py_)/, /^Traceback \(most recent call last\)/],
  [/^(?:node|tsx|ts-node)/, /^Node\.js v\d|^\s{4}at .{0,150}\(?node:internal/],
  [/^np[mx]/, /^npm (?:ERR!|error) /],
  [/tsc$|^tsgo/, /\berror TS\d{1,5}:/],
  [/^(?:cargo|rustc)/, /^error(?:\[E\d{1,5}\])?: /],
];

/**
 * The part of a failed shell command that failed, as far as the shell's grammar and the output say; undefined where several may have.
 * In `a && b` either may fail, of `a; b` and `a || b` the exit code is that of `b`, and of `a | b` too.
 */
export function failedPart(
  call: ToolCall,
  parts: readonly CommandPart[] = commandParts(commandOf(call) ?? ''),
): CommandPart | undefined {
  const candidates = mayHaveFailed(parts);
  if (candidates.length < 2) return candidates[0];
  const lines = [printedText(call), failureText(call), call.output.error ?? ''].flatMap(outputLines);
  const complaining = programsInErrors(lines);
  const named = candidates.filter(({ program }) => complaining.has(program));
  if (named.length === 1) return named[0];
  const marked = candidates.filter(({ name }) =>
    marks.some(([who, mark]) => who.test(name) && lines.some((line) => mark.test(line))),
  );
  if (marked.length === 1) return marked[0];
  // A command that hides its errors has not shown that it did well.
  if (named.length > 1 || /2>\s?\/dev\/null|&>|2>&-/.test(commandOf(call) ?? '')) return undefined;
  const left = candidates.filter(
    ({ program, name }) => !namedInFailures.has(program) && !filters.has(program) && name !== 'git add',
  );
  if (left.length === 1) return left[0];
  const outcomes = outcomesByTools(lines, checkNames(parts));
  const broken = left.filter(({ purpose, name }) => purpose === 'test' && outcomes.get(name) === 'failed');
  if (broken.length === 1) return broken[0];
  const open = keepsPipeExits(parts) ? left : left.filter(({ operator }) => !isPipe(operator));
  return open.length === 1 && broken.length > 0 ? open[0] : undefined;
}

/** The parts of a command whose failure makes all of it fail. */
function mayHaveFailed(parts: readonly CommandPart[]): CommandPart[] {
  const stopsAtOnce = parts.some(
    ({ program, words }) => program === 'set' && words.some((word) => /^-\w*e/.test(word)),
  );
  const isBlock = parts.some(({ program }) => blocks.has(program));
  const from = stopsAtOnce || isBlock ? 0 : parts.slice(0, -1).findLastIndex(({ operator }) => goesOn(operator)) + 1;
  const last = parts.slice(from);
  const kept = keepsPipeExits(parts);
  const able = last.filter(({ operator, program }, at) => {
    if (program === '' || harmless.has(program) || blocks.has(program)) return false;
    return kept || isBlock || !isPipe(operator) || endsInFilter(last, at);
  });
  return able.length === 0 ? last.filter(({ program }) => program !== '').slice(-1) : able;
}

/** Whether the pipe that a part stands in ends with a filter, which seldom fails by itself. */
function endsInFilter(parts: readonly CommandPart[], at: number): boolean {
  const end = parts.find(({ operator }, n) => n >= at && !isPipe(operator));
  return end !== undefined && filters.has(end.program);
}

/** The programs that say their name before what they say: `ls: …`, `bash: line 1: rg: …`, `zsh: command not found: rg`. */
function programsInErrors(lines: readonly string[]): ReadonlySet<string> {
  return new Set(
    lines.flatMap((line) => {
      const heads = line.split(/: ?/, 5);
      return heads.length === 1 ? [] : heads.map((head) => programNamed(head));
    }),
  );
}

function programNamed(head: string): string {
  return (head.split('/').at(-1) ?? '').toLowerCase().replace('.exe', '');
}
