import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';

/** A record of a source: what it is follows from the file that it stands in. */
export type WfRecord =
  | { is: 'log'; value: unknown }
  | { is: 'config'; name: string; value: unknown }
  | { is: 'status'; value: unknown }
  | { is: 'task'; value: string }
  /** The log of one step in a file of its own: the oldest generation. */
  | { is: 'step'; name: string; value: unknown }
  /** A record of a joined run, by its place in the source's list. */
  | { is: 'joined'; run: number; value: unknown };

/** What happened to a step or a task, in the words of every generation of the log. */
export type WfEvent = { at: string | undefined } & (
  | { is: 'started'; runId: string | undefined; workflow: string | undefined }
  | { is: 'finished'; step: number; result: CommandResult }
  | { is: 'launched'; step: number }
  | { is: 'reported'; step: number; report: AgentReport }
  | { is: 'exited'; step: number; exitCode: number | undefined; report: Pointer }
  | { is: 'lost'; step: number }
  | { is: 'waiting'; step: number; reason: string | undefined }
  | { is: 'passed'; step: number; message: string | undefined }
  /** A checkpoint that was passed; its wait is not in the log. */
  | { is: 'checkpoint'; step: number }
  | { is: 'verify_failed'; step: number; feedback: string }
  | { is: 'skipped'; step: number }
  /** `auto` is absent where the log does not say who asked for it. */
  | { is: 'reset'; step: number; auto: boolean | undefined }
  | { is: 'rolled_back'; step: number; from: number | undefined }
  | { is: 'stopped'; step: number | undefined }
  | { is: 'task_reset' }
);

export interface CommandResult {
  exitCode: number | undefined;
  success: boolean;
  durationMs: number | undefined;
  stdout: string | undefined;
  stderr: string | undefined;
  /** What the command printed that checks the step. */
  verifyOutput: string | undefined;
}

/** Where an agent's own log is. */
export interface Pointer {
  sessionId: string | undefined;
  transcript: string | undefined;
}

export interface AgentReport extends Pointer {
  /** `done`, `failed` or `blocked`; the first generation wrote `success` for `done`. */
  result: string;
  message: string | undefined;
}

type Kind = WfEvent['is'];

/** Every type of record that any version wrote, and what it tells. */
export const recordTypes: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['command', 'finished'],
  ['in_window', 'reported'],
  ['checkpoint', 'checkpoint'],
  ['task_started', 'started'],
  ['command_executed', 'finished'],
  ['checkpoint_reached', 'waiting'],
  ['checkpoint_passed', 'passed'],
  ['window_launched', 'launched'],
  ['agent_reported', 'reported'],
  ['step_skipped', 'skipped'],
  ['step_retried', 'reset'],
  ['step_rolled_back', 'rolled_back'],
  ['task_stopped', 'stopped'],
  ['task_reset', 'task_reset'],
  ['on_exit', 'exited'],
  ['window_lost', 'lost'],
  ['step_waiting', 'waiting'],
  ['step_approved', 'passed'],
  ['verify_failed', 'verify_failed'],
  ['step_completed', 'finished'],
  ['step_reset', 'reset'],
  ['step_finished', 'finished'],
  ['step_yielded', 'waiting'],
  ['step_resumed', 'passed'],
  ['viewport_launched', 'launched'],
  ['viewport_lost', 'lost'],
]);

/** The type of a record; the design that came before the first version gives none, so its fields give it away. */
export function recordType(record: JsonObject): string | undefined {
  if (record.type !== undefined) return field.text(record, 'type');
  if (stepOf(record, 'step') === undefined) return undefined;
  if ('exit_code' in record) return 'command';
  return 'session_id' in record || 'transcript' in record ? 'in_window' : 'checkpoint';
}

/** What a record of a log tells; undefined where it lacks what makes it one. Its type must be known. */
export function readEvent(value: unknown): WfEvent | undefined {
  if (!isJsonObject(value)) return undefined;
  const kind = recordTypes.get(recordType(value) ?? '');
  const at = field.text(value, 'ts');
  if (kind === undefined) return undefined;
  if (kind === 'task_reset') return { at, is: kind };
  if (kind === 'stopped') return { at, is: kind, step: stepOf(value, 'step') };
  if (kind === 'started') return { at, is: kind, runId: said(value, 'run_id'), workflow: said(value, 'workflow') };
  if (kind === 'rolled_back') {
    const to = stepOf(value, 'to_step');
    return to === undefined ? undefined : { at, is: kind, step: to, from: stepOf(value, 'from_step') };
  }
  const step = stepOf(value, 'step');
  return step === undefined ? undefined : readStepEvent(kind, step, at, value);
}

type StepKind = Exclude<Kind, 'task_reset' | 'stopped' | 'started' | 'rolled_back'>;

function readStepEvent(is: StepKind, step: number, at: string | undefined, record: JsonObject): WfEvent {
  switch (is) {
    case 'finished':
      return { at, is, step, result: commandResult(record) };
    case 'reported':
      return { at, is, step, report: agentReport(record) };
    case 'exited':
      return { at, is, step, exitCode: field.number(record, 'exit_code'), report: pointerOf(record) };
    case 'waiting':
      return { at, is, step, reason: said(record, 'reason') };
    case 'passed':
      return { at, is, step, message: said(record, 'message') };
    case 'verify_failed':
      return { at, is, step, feedback: field.text(record, 'feedback') ?? '' };
    case 'reset':
      return { at, is, step, auto: field.flag(record, 'auto') };
    case 'launched':
    case 'lost':
    case 'checkpoint':
    case 'skipped':
      return { at, is, step };
  }
}

function commandResult(record: JsonObject): CommandResult {
  const exitCode = field.number(record, 'exit_code');
  const durationMs = Math.round((field.number(record, 'duration') ?? Number.NaN) * 1000);
  return {
    exitCode: exitCode !== undefined && Number.isSafeInteger(exitCode) ? exitCode : undefined,
    success: field.flag(record, 'success') ?? exitCode === 0,
    durationMs: Number.isSafeInteger(durationMs) && durationMs >= 0 ? durationMs : undefined,
    stdout: field.text(record, 'stdout'),
    stderr: field.text(record, 'stderr'),
    verifyOutput: said(record, 'verify_output'),
  };
}

function agentReport(record: JsonObject): AgentReport {
  const result = said(record, 'result') ?? said(record, 'status') ?? 'unknown';
  return { ...pointerOf(record), result, message: said(record, 'message') };
}

function pointerOf(record: JsonObject): Pointer {
  return { sessionId: said(record, 'session_id'), transcript: said(record, 'transcript') };
}

/** A text that says something. */
function said(record: JsonObject, key: string): string | undefined {
  const text = field.text(record, key);
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** Largest number of a step that is believed. */
const MAX_STEP = 1_000_000;

/** The 0-based number of a step. */
export function stepOf(record: JsonObject, key: string): number | undefined {
  const step = field.number(record, key);
  return step !== undefined && Number.isSafeInteger(step) && step >= 0 && step <= MAX_STEP ? step : undefined;
}
