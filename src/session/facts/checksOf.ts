import type { ToolCall } from '../schema/std001v31.ts';
import { outcomeOf } from './callOutcome.ts';
import { commandOf, failureText, printedText } from './callTexts.ts';
import { outcomeByExit, outcomesByTools, outputLines } from './checkLines.ts';
import {
  type CheckOutcome,
  checkOutcome,
  failedPart,
  isCutOff,
  isShownTestRun,
  outcomeByEcho,
  saysNoTests,
} from './checkOutcome.ts';
import { goesOn, isPipe } from './commandLine.ts';
import { type CommandPart, checkNames, commandName, commandParts, keepsPipeExits } from './commandPurpose.ts';

/** A check that a call ran. */
export interface NamedCheck extends CheckOutcome {
  /** As `commandName` gives it. */
  readonly name: string;
}

type KnownOutcome = 'succeeded' | 'failed' | undefined;

/**
 * The checks that a call ran, in order, each name once: it failed where one of its parts did. What stands behind a failed part of `a && b`
 * did not run, and is none; nor is what may not have run and printed nothing. Where none ran, the first is kept without an outcome.
 */
export function checksOf(call: ToolCall): NamedCheck[] {
  const command = commandOf(call) ?? '';
  const parts = commandParts(command);
  const names = checkNames(parts);
  if (names.length < 2) return [{ name: commandName(command) ?? call.tool_name, ...checkOutcome(call) }];
  const outcome = outcomeOf(call);
  if (outcome !== 'succeeded' && outcome !== 'failed') return names.map((name) => ({ name, outcome, inferred: false }));
  const found = outcomesOfParts(readParts(call, parts, names));
  if (found.length === 0) return names.slice(0, 1).map((name) => ({ name, outcome: 'unknown', inferred: false }));
  return names.flatMap((name) => {
    const own = found.filter((each) => each.name === name);
    return (
      own.find((each) => each.outcome === 'failed') ??
      own.find((each) => each.outcome === 'unknown') ??
      own.at(-1) ??
      []
    );
  });
}

/** The parts of a call's command with what its output and its exit code say of them. */
interface ReadParts {
  readonly parts: readonly CommandPart[];
  readonly outcome: 'succeeded' | 'failed';
  /** Position of the part that failed, else -1. */
  readonly failing: number;
  /** By part: whether what was printed says it. */
  readonly read: readonly KnownOutcome[];
  /** By part: its exit code counts, and is not that of the last command of a pipe. */
  readonly counts: readonly boolean[];
  /** By part: tests that should have printed something, and did not. */
  readonly silent: readonly boolean[];
}

function readParts(call: ToolCall, parts: readonly CommandPart[], names: readonly string[]): ReadParts {
  const outcome = outcomeOf(call) === 'failed' ? 'failed' : 'succeeded';
  const text = `${printedText(call)}\n${outcome === 'failed' ? failureText(call) : ''}`;
  const lines = outputLines(text);
  const failed = outcome === 'failed' ? failedPart(call, parts) : undefined;
  const byTools = outcomesByTools(lines, names);
  const isSilent = saysNoTests(call, parts, lines);
  return {
    parts,
    outcome,
    failing: failed === undefined ? -1 : parts.indexOf(failed),
    read: parts.map(({ name, purpose }, at): KnownOutcome => {
      if (purpose !== 'test') return undefined;
      const stated = outcomeByEcho(parts, at, text) ?? outcomeByCode(parts, at, lines);
      const known = stated ?? byTools.get(name);
      return stated === undefined && known === 'succeeded' && isCutOff(pipeOf(parts, at), lines) ? undefined : known;
    }),
    counts: parts.map(({ operator }) => !isPipe(operator) || keepsPipeExits(parts)),
    silent: parts.map((part) => isSilent && isShownTestRun(part)),
  };
}

function outcomesOfParts(command: ReadParts): NamedCheck[] {
  const found: NamedCheck[] = [];
  /** Whether a part before, in the same chain, failed. */
  let stopped: 'no' | 'maybe' | 'yes' = 'no';
  for (const [at, { name, purpose, operator }] of command.parts.entries()) {
    const counting = command.counts[at] === true;
    if (purpose === 'test' && stopped !== 'yes') {
      const { outcome, inferred } = outcomeOfPart(command, at);
      const isKnown = outcome !== 'unknown';
      if (isKnown || stopped === 'no') found.push({ name, outcome, inferred });
      if (counting && outcome === 'failed') stopped = 'yes';
      else if (counting && !isKnown && command.silent[at] !== true) stopped = 'maybe';
    } else if (at === command.failing && counting) stopped = 'yes';
    if (goesOn(operator)) stopped = 'no';
  }
  return found;
}

function outcomeOfPart({ parts, outcome, failing, read, counts, silent }: ReadParts, at: number): CheckOutcome {
  const end = endOf(parts, at);
  const isCounting = counts[at] === true;
  if (isCounting && outcome === 'succeeded' && end === parts.length - 1)
    return { outcome: silent[at] === true ? 'unknown' : 'succeeded', inferred: false };
  if (at === failing) return { outcome: 'failed', inferred: false };
  if (read[at] === 'failed') return { outcome: 'failed', inferred: true };
  const hasMoreRun = (failing > at && failing <= end) || read.slice(at + 1, end + 1).some((each) => each !== undefined);
  const hasPassed = (isCounting && hasMoreRun) || (read[at] === 'succeeded' && silent[at] !== true);
  return hasPassed ? { outcome: 'succeeded', inferred: true } : { outcome: 'unknown', inferred: false };
}

/** The last part of the chain (`a && b | c`) that a part stands in. */
function endOf(parts: readonly CommandPart[], at: number): number {
  const end = parts.findIndex(({ operator }, n) => n >= at && goesOn(operator));
  return end === -1 ? parts.length - 1 : end;
}

/** The parts of the pipe that begins with one. */
function pipeOf(parts: readonly CommandPart[], at: number): readonly CommandPart[] {
  const end = parts.findIndex(({ operator }, n) => n >= at && !isPipe(operator));
  return parts.slice(at, end === -1 ? parts.length : end + 1);
}

/** The outcome by the exit code that a command prints behind the chain that ends with this check: `a; b; echo $?`. */
function outcomeByCode(parts: readonly CommandPart[], at: number, lines: readonly string[]): KnownOutcome {
  const isEcho = ({ words }: CommandPart): boolean => words.some((word) => /\$\?|LASTEXITCODE|pipestatus/i.test(word));
  const end = endOf(parts, at);
  const checks = parts.slice(at, end + 1).filter(({ purpose }) => purpose === 'test');
  const echo = parts[end + 1];
  if (echo === undefined || checks.length !== 1 || !isEcho(echo) || parts.filter(isEcho).length > 1) return undefined;
  const isStated = at === end || echo.words.some((word) => /pipestatus/i.test(word)) || keepsPipeExits(parts);
  return isStated ? outcomeByExit(lines) : undefined;
}
