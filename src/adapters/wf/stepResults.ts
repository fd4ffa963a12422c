import { type Outcome, toMillis } from '../../session/index.ts';
import { defined } from '../assemble/defined.ts';
import type { CallResult } from '../assembly.ts';
import type { AgentReport, CommandResult, Pointer } from './records.ts';

/** A result without its moment. */
export type StepResult = Omit<CallResult, 'at' | 'ref'>;

/** What became of a command. One that did its work can still fail the check that follows it: that is another call. */
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

/** What became of the command that checks a step. */
export function verifyOutcome(output: string, success: boolean): StepResult {
  return {
    outcome: success ? 'succeeded' : 'failed',
    ...(output === '' ? {} : { text: output, contributes: 'command_output' as const }),
    error: success ? undefined : output || 'The check failed.',
  };
}

/** What an agent says became of its step. */
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

/** What the end of an agent's process says of its step. */
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

/** When a command began that ended at a time. */
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
