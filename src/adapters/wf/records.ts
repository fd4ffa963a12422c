import { diagnose } from '../../session/index.ts';
import { claudeCode } from '../claude-code/index.ts';
import type { ParseContext, Source, SourceFile, SourceItem } from '../contract.ts';
import { readJoinedRun } from '../hosted.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';
import { readDocument, readJsonc } from '../read/readDocument.ts';
import { readJsonLines } from '../read/readJsonLines.ts';

/** A record of a source: what it is follows from the file that it stands in. */
export type WfRecord =
  | { is: 'log'; value: unknown }
  | { is: 'config'; name: string; value: unknown }
  | { is: 'status'; value: unknown }
  | { is: 'task'; value: string }
  /** The log of one step in a file of its own: the oldest generation. */
  | { is: 'step'; name: string; value: unknown }
  /** A record of a joined run, by its position in the source's list. */
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

/** Every type of record that any version wrote, and what it says. */
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

/** What a record of a log says; undefined where it lacks what makes it one. Its type must be known. */
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

/** The location of a project's file, from its path. */
interface TaskLocation {
  /** The folder `.wf` or `.pawl`, or its equivalent; '' at the root. */
  root: string;
  /** The task, for files of one. */
  task: string;
}

function split(path: string): { folders: string[]; base: string } {
  const steps = path.split('/');
  return { folders: steps.slice(0, -1), base: steps.at(-1) ?? '' };
}

function stem(base: string): string {
  return base.replace(/\.[^.]*$/, '');
}

/** Removes the last folder if it has this name, because the given root may lie inside it. */
function below(folders: string[], name: string): string {
  return (folders.at(-1) === name ? folders.slice(0, -1) : folders).join('/');
}

/** `<root>/logs/<task>.jsonl`. */
export function logLocation(path: string): TaskLocation {
  const { folders, base } = split(path);
  return { root: below(folders, 'logs'), task: stem(base) };
}

/** `<root>/logs/<task>/step-<n>-<name>.json|log`; `number` counts from 1. */
export function stepFileLocation(path: string): (TaskLocation & { number: number }) | undefined {
  const { folders, base } = split(path);
  const number = /^step-(\d{1,6})(?:-.*)?\.(?:json|log)$/.exec(base)?.[1];
  if (number === undefined || folders.length === 0) return undefined;
  return { root: below(folders.slice(0, -1), 'logs'), task: folders.at(-1) ?? '', number: Number(number) };
}

/** `<root>/tasks/<task>.md`. */
export function taskLocation(path: string): TaskLocation | undefined {
  const { folders, base } = split(path);
  if (folders.at(-1) !== 'tasks' || !base.endsWith('.md')) return undefined;
  return { root: below(folders, 'tasks'), task: stem(base) };
}

/** `<root>/config.jsonc`, `<root>/workflows/<name>.json`, `<root>/status.json`. */
export function rootOf(path: string): string {
  return below(split(path).folders, 'workflows');
}

/** The name of a file without folder and ending. */
function stemOf(path: string): string {
  return stem(split(path).base);
}

/** Ties files of one task to its log. */
export function taskKey({ root, task }: TaskLocation): string {
  return `${root}\n${task}`;
}

type Item = SourceItem<WfRecord>;

/**
 * The records of a task's files: what the workflow is and what was asked before what happened, then the transcripts
 * that the log points to.
 */
export async function* parse(source: Source, context: ParseContext): AsyncGenerator<Item[]> {
  const { files, joined = [] } = source;
  const elsewhere = new Set(joined.flatMap((run) => run.files));
  const own = [...files.entries()].filter(([index]) => !elsewhere.has(index));
  for (const [index, file] of own) {
    if (!isLog(file) && stepFileLocation(file.name) === undefined)
      yield [await readCompanion(file, { context, source: index })];
  }
  for (const [index, file] of own) {
    if (isLog(file)) yield* readLog(file, { context, source: index });
  }
  for (const [index, file] of own.toSorted(byStep)) {
    if (stepFileLocation(file.name) !== undefined) yield [await readStep(file, { context, source: index })];
  }
  for (const [index, run] of joined.entries()) {
    for await (const batch of readJoinedRun(claudeCode, source, run, context)) {
      yield batch.map(
        (item): Item =>
          item.is === 'broken' ? item : { ...item, value: { is: 'joined', run: index, value: item.value } },
      );
    }
  }
}

interface ReadOptions {
  context: ParseContext;
  source: number;
}

function isLog({ name }: SourceFile): boolean {
  return name.endsWith('.jsonl');
}

function byStep([, a]: [number, SourceFile], [, b]: [number, SourceFile]): number {
  return (stepFileLocation(a.name)?.number ?? 0) - (stepFileLocation(b.name)?.number ?? 0);
}

async function* readLog(file: SourceFile, options: ReadOptions): AsyncGenerator<Item[]> {
  for await (const batch of readJsonLines(file, options)) {
    yield batch.map((item) => (item.is === 'broken' ? item : { ...item, value: { is: 'log', value: item.value } }));
  }
}

async function readCompanion(file: SourceFile, options: ReadOptions): Promise<Item> {
  const document = await readDocument(file, options);
  if (document.is === 'broken') return document;
  const { value: text, ref } = document;
  if (taskLocation(file.name) !== undefined) return { is: 'record', value: { is: 'task', value: text }, ref };
  if (text.trim() === '') return { is: 'broken', code: 'empty-source', ref };
  const { value, errorAt } = readJsonc(text);
  if (value === undefined) return { is: 'broken', code: 'invalid-json', ref };
  if (errorAt !== undefined) {
    const line = text.slice(0, errorAt).split('\n').length;
    options.context.report(diagnose('invalid-json', { at: { file: file.name, line } }));
  }
  const name = stemOf(file.name);
  const isConfig = typeof value === 'object' && value !== null && 'workflow' in value;
  return { is: 'record', value: isConfig ? { is: 'config', name, value } : { is: 'status', value }, ref };
}

async function readStep(file: SourceFile, options: ReadOptions): Promise<Item> {
  const document = await readDocument(file, options);
  if (document.is === 'broken') return document;
  const { value: text, ref } = document;
  const value = file.name.endsWith('.json') ? readJsonc(text).value : text;
  return { is: 'record', value: { is: 'step', name: file.name, value }, ref };
}
