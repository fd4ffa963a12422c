import { type Outcome, toMillis } from '../../session/index.ts';
import { defined } from '../assemble/fields.ts';
import type { CallResult } from '../assembly.ts';
import { field, isJsonObject } from '../read/jsonObject.ts';
import type { AgentReport, CommandResult, Pointer } from './records.ts';

/** The contents of a step's file: the oldest generation of the log, as text and later as JSON. */
export interface StepFile {
  name: string | undefined;
  command: string | undefined;
  /** `command`, `in_window` or `checkpoint`; the text form is of commands only. */
  type: string;
  startedAt: string | undefined;
  endedAt: string | undefined;
  result: CommandResult;
}

const heading = /^=== Step \d{1,6}: (.*) ===$/;

/** Whether a text begins like the log of a step. */
export function isStepText(text: string): boolean {
  const [first = '', second = ''] = text.split('\n', 2);
  return heading.test(first.trimEnd()) && second.startsWith('Command: ');
}

/** Reads the file of a step; undefined where it is none. */
export function readStepFile(value: unknown): StepFile | undefined {
  if (typeof value === 'string') return isStepText(value) ? readText(value) : undefined;
  if (!isJsonObject(value)) return undefined;
  const status = field.text(value, 'status');
  return {
    name: field.text(value, 'name'),
    command: field.text(value, 'command'),
    type: field.text(value, 'type') ?? 'command',
    startedAt: undefined,
    endedAt: field.text(value, 'completed'),
    result: resultOf(field.number(value, 'exit_code'), status, undefined, undefined, undefined),
  };
}

function readText(text: string): StepFile {
  const [first = '', ...lines] = text.split('\n');
  // The command and the output may hold lines that look like fields: the tool's own come first and last.
  const started = lines.findIndex((line) => line.startsWith('Started: '));
  const after = (at: number, label: string): string | undefined =>
    lines[at]?.startsWith(label) === true ? lines[at].slice(label.length).trim() : undefined;
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.trim() === '') end -= 1;
  const exit = after(end - 3, 'Exit code: ');
  const seconds = after(end - 2, 'Duration: ');
  const output = lines.slice(started + 2, exit === undefined ? end : end - 4);
  const durationMs = seconds === undefined ? undefined : Math.round(Number.parseFloat(seconds) * 1000);
  return {
    name: heading.exec(first.trimEnd())?.[1],
    command: lines.slice(0, Math.max(started, 1)).join('\n').slice('Command: '.length),
    type: 'command',
    startedAt: after(started, 'Started: '),
    endedAt: undefined,
    result: resultOf(
      exit === undefined ? undefined : Number(exit),
      after(end - 1, 'Status: '),
      durationMs,
      section(output, '[stdout]', '[stderr]'),
      section(output, '[stderr]', undefined),
    ),
  };
}

/** The lines below a label, up to the next one. */
function section(lines: readonly string[], label: string, next: string | undefined): string | undefined {
  const start = lines.indexOf(label);
  if (start === -1) return undefined;
  const end = next === undefined ? -1 : lines.indexOf(next, start);
  return `${lines.slice(start + 1, end === -1 ? undefined : end).join('\n')}\n`;
}

function resultOf(
  exitCode: number | undefined,
  status: string | undefined,
  durationMs: number | undefined,
  stdout: string | undefined,
  stderr: string | undefined,
): CommandResult {
  const code = exitCode !== undefined && Number.isSafeInteger(exitCode) ? exitCode : undefined;
  const success = status === undefined ? code === 0 : status === 'success';
  return { exitCode: code, success, durationMs, stdout, stderr, verifyOutput: undefined };
}

/** A result without its moment. */
export type StepResult = Omit<CallResult, 'at' | 'ref'>;

/** The outcome of a command. A command that succeeded can still fail the check after it, which is another call. */
export function commandOutcome(result: CommandResult): StepResult {
  const { stdout = '', stderr, exitCode, durationMs, success, verifyOutput } = result;
  const succeeded = success || (verifyOutput !== undefined && exitCode === 0);
  return {
    outcome: succeeded ? 'succeeded' : 'failed',
    durationMs,
    stderr,
    exitCode,
    ...(stdout === '' ? {} : { text: stdout, contributes: 'command_output' as const }),
    error: succeeded ? undefined : failureOf(result),
    display: displayOf(result, succeeded),
  };
}

/** The outcome of the command that checks a step. */
export function verifyOutcome(output: string, success: boolean): StepResult {
  return {
    outcome: success ? 'succeeded' : 'failed',
    ...(output === '' ? {} : { text: output, contributes: 'command_output' as const }),
    error: success ? undefined : output || 'The check failed.',
  };
}

/** The outcome of a step as reported by its agent. */
export function reportOutcome(report: AgentReport): StepResult & { outcome: Outcome } {
  const { result, message } = report;
  const failed = result === 'failed' || result === 'blocked';
  const done = result === 'done' || result === 'success';
  return {
    outcome: failed ? 'failed' : done ? 'succeeded' : 'unknown',
    ...(failed ? { error: message ?? result } : { text: message }),
    display: message ?? (failed || done ? `Reported: ${result}` : 'Ended'),
    extensions: { result, ...pointerFields(report) },
  };
}

/** The outcome of a step by the end of its agent's process. */
export function exitOutcome(exitCode: number | undefined, pointer: Pointer): StepResult {
  const succeeded = exitCode === 0;
  return {
    outcome: succeeded ? 'succeeded' : 'failed',
    exitCode,
    error: succeeded ? undefined : exitText(exitCode),
    display: succeeded ? 'Done' : exitText(exitCode),
    extensions: pointerFields(pointer),
  };
}

export function pointerFields({ sessionId, transcript }: Pointer): Record<string, unknown> {
  return defined({ session_id: sessionId, transcript });
}

/** Start of a command, from its end. */
export function startOf(
  endedAt: string | number | undefined,
  durationMs: number | undefined,
): string | number | undefined {
  const end = toMillis(endedAt);
  return end === undefined ? endedAt : end - (durationMs ?? 0);
}

function failureOf({ stderr = '', stdout = '', exitCode }: CommandResult): string {
  const printed = exitCode === undefined || exitCode === 0 ? stdout.trim() : '';
  return stderr.trim() || printed || exitText(exitCode);
}

function displayOf({ stdout = '', stderr = '', exitCode }: CommandResult, succeeded: boolean): string {
  const printed = stdout.trim() || stderr.trim();
  if (printed !== '') return printed;
  return succeeded ? 'Done' : exitText(exitCode);
}

function exitText(exitCode: number | undefined): string {
  return `Exit code ${exitCode ?? 'unknown'}`;
}
