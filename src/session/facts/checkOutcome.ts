import type { Outcome } from '../schema/itemParts.ts';
import type { ToolCall } from '../schema/std001v31.ts';
import { outcomeOf } from './callOutcome.ts';
import { commandOf, failureText, printedText } from './callTexts.ts';
import { echoedOutcome, endsInLook, hidesExit } from './commandPurpose.ts';

/** The outcome of a check, and whether it was read from what the check printed. */
export interface CheckOutcome {
  readonly outcome: Outcome;
  readonly inferred: boolean;
}

/** Maximum length of a line that is looked at, and of the beginning and the end of an output, in characters. */
const most = { line: 300, end: 20_000 } as const;

/** What tools print when a check failed, each matched against one line. */
const failures: readonly RegExp[] = [
  /\berror TS\d{1,5}:/,
  // go test, and Go's compiler
  /^(?:FAIL(?:\s|$)|\s{0,40}--- FAIL:)/,
  // vitest, jest, mocha, node --test
  /^\s{0,20}(?:Tests|Test Files|Test Suites|Suites):? .{0,80}?\b[1-9]\d{0,6} failed\b/,
  /^\s{0,20}[1-9]\d{0,6} failing\b/,
  /^# fail [1-9]/,
  /^ℹ fail [1-9]/,
  // pytest, unittest
  /^=*\s?.{0,120}\b[1-9]\d{0,6} (?:failed|errors?)\b.{0,120} in [\d.]{1,12}s/,
  /^FAILED \((?:failures|errors)=/,
  // cargo
  /^error(?:\[E\d{1,5}\])?: /,
  /^test result: FAILED/,
  // npm, pnpm, yarn, make
  /^npm (?:ERR!|error) /,
  /\bELIFECYCLE\b|\bERR_PNPM_/,
  /^Exit status [1-9]/,
  /^error Command failed with exit code [1-9]/,
  /^make(?:\[\d{1,3}\])?: \*\*\* .{0,200}Error [1-9]/,
  // linters
  /✖ \d{1,7} problems? \([1-9]\d{0,6} error/,
  /^Found [1-9]\d{0,6} errors?\b/,
  /^BUILD FAILED\b/,
];

/** What tools print when a check passed. */
const passes: readonly RegExp[] = [
  /^ok\s{1,8}\S{1,200}\s/,
  /^PASS$/,
  /^\s{0,20}(?:Tests|Test Files|Test Suites):? .{0,80}?\b[1-9]\d{0,6} passed\b/,
  /^\s{0,20}[1-9]\d{0,6} passing\b/,
  /^[#ℹ] fail 0$/,
  /^=*\s?.{0,120}\b[1-9]\d{0,6} passed\b.{0,120} in [\d.]{1,12}s/,
  /^OK(?: \(|$)/,
  /^test result: ok\./,
  /^\s{0,8}Finished (?:`|dev|test|release)/,
  /\bbuilt in [\d.]{1,12} ?m?s\b/,
  /\bCompiled successfully\b/,
  /^All checks passed!/,
  /^Success: no issues found/,
  /^(?:Found )?0 errors?\b/,
  /^BUILD SUCCESS/,
];

const exitEcho = /^.{0,80}\bexit(?:[ _-]?(?:code|status))?\s{0,3}[:=]\s{0,3}(\d{1,3})\s{0,3}$/i;

/**
 * The outcome of a call that runs a check. Where a pipe or a further command hides the check's exit code, its output decides: a line that
 * tests, compilers and package managers end with, or the exit code that the command prints; else the outcome is unknown.
 */
export function checkOutcome(call: ToolCall): CheckOutcome {
  const outcome = outcomeOf(call);
  const command = commandOf(call) ?? '';
  if ((outcome !== 'succeeded' && outcome !== 'failed') || !hidesExit(command)) return { outcome, inferred: false };
  // A command after the check may fail by itself; a search for failures that finds none is no failure.
  const text = `${printedText(call)}\n${outcome === 'failed' ? failureText(call) : ''}`;
  const told = toldByEcho(command, text) ?? toldByOutput(text);
  if (told !== undefined) return { outcome: told, inferred: true };
  return outcome === 'failed' && !endsInLook(command)
    ? { outcome, inferred: false }
    : { outcome: 'unknown', inferred: false };
}

function toldByEcho(command: string, text: string): 'succeeded' | 'failed' | undefined {
  const { passed, failed } = echoedOutcome(command);
  if (passed !== undefined && text.includes(passed)) return 'succeeded';
  return failed !== undefined && text.includes(failed) ? 'failed' : undefined;
}

function toldByOutput(text: string): 'succeeded' | 'failed' | undefined {
  const ends = text.length <= 2 * most.end ? text : `${text.slice(0, most.end)}\n${text.slice(-most.end)}`;
  const lines = ends.split('\n').map((line) => line.slice(0, most.line).trimEnd());
  const exit = lines.findLast((line) => exitEcho.test(line));
  if (exit !== undefined) return exitEcho.exec(exit)?.[1] === '0' ? 'succeeded' : 'failed';
  if (lines.some((line) => failures.some((pattern) => pattern.test(line)))) return 'failed';
  return lines.some((line) => passes.some((pattern) => pattern.test(line))) ? 'succeeded' : undefined;
}

/** Whether a failed call only found nothing: a search or a comparison that ended with 1 and printed nothing. */
export function foundNothing(call: ToolCall): boolean {
  if (outcomeOf(call) !== 'failed') return false;
  const command = commandOf(call);
  if (command === undefined || !endsInLook(command)) return false;
  const { error = '', result } = call.output;
  const code = result?.exit_code ?? Number(exitCode.exec(error)?.[1] ?? Number.NaN);
  return code === 1 && [printedText(call), result?.stderr ?? ''].every(saysNothing);
}

const exitCode = /^(?:process )?exit(?:ed)?(?: with)?(?: code| status)?:? (\d{1,3})\.?$/i;
const emptyLine = /^(?:\(no output\)|(?:command |process )?exit(?:ed)?(?: with)?(?: code| status)?:? 1\.?)?$/i;

function saysNothing(text: string): boolean {
  return text.length < 200 && text.split('\n').every((line) => emptyLine.test(line.trim()));
}
