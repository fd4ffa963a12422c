import type { Outcome } from '../schema/itemParts.ts';
import type { ToolCall } from '../schema/std001v31.ts';
import { outcomeOf } from './callOutcome.ts';
import { commandOf, failureText, printedText } from './callTexts.ts';
import { outcomeByExit, outcomeByTools, outputLines, sayNothing } from './checkLines.ts';
import {
  type CommandPart,
  commandParts,
  echoedOutcome,
  endsInLook,
  hidesExit,
  isPipe,
  keepsPipeExits,
} from './commandPurpose.ts';
import { failedPart } from './failedPart.ts';

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
 * The outcome of a call that runs a check. Where a pipe or a further command hides the check's exit code, its output decides: a line that
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
  const isUntested =
    call.output.result !== undefined &&
    sayNothing(lines) &&
    parts.some(({ name, words }) => testRunner.test(name) && !words.includes('>'));
  if (hidesExit(command)) {
    const stated = outcomeByEcho(command, text) ?? (printsExit(command, parts) ? outcomeByExit(lines) : undefined);
    const read = stated ?? outcomeByTools(lines);
    if (read === 'failed' || (read === 'succeeded' && !isUntested && (stated !== undefined || !isCutOff(parts, lines))))
      return { outcome: read, inferred: true };
    if (outcome === 'succeeded' || read !== undefined) return unknown;
  } else if (outcome === 'succeeded') return isUntested ? unknown : { outcome, inferred: false };
  return outcomeOfFailed(call, parts, lines);
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
function isCutOff(parts: readonly CommandPart[], lines: readonly string[]): boolean {
  const head = parts.find(({ program }, at) => program === 'head' && isPipe(parts[at - 1]?.operator ?? ''));
  if (head === undefined) return false;
  const count = head.words
    .map((word) => /^(?:-n|--lines=|-)?(\d{1,6})$/.exec(word)?.[1])
    .find((word) => word !== undefined);
  return lines.length >= Number(count ?? 10);
}

function outcomeByEcho(command: string, text: string): 'succeeded' | 'failed' | undefined {
  const { passed, failed } = echoedOutcome(command);
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
  return code === 1 && [printedText(call), result?.stderr ?? ''].every((text) => sayNothing(outputLines(text)));
}

const exitCode = /^(?:process )?exit(?:ed)?(?: with)?(?: code| status)?:? (\d{1,3})\.?$/i;
