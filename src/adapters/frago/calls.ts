import {
  type ContributionType,
  type DiagnosticCode,
  type FilePatch,
  type Outcome,
  type SourceRef,
  type ToolFamily,
  toolFacts,
} from '../../session/index.ts';
import type { CallResult, CallStart, SessionSink } from '../assembly.ts';
import { stripLineNumbers } from '../claude-code/results/files.ts';
import { textHash } from '../idTable.ts';
import { field, type JsonObject } from '../read/jsonObject.ts';

/** Opens calls and gives results to them. */
interface CallRecorder {
  /** The number of calls that the step stands for. */
  open(step: Step, sink: SessionSink): number;
  close(step: Step, sink: SessionSink): void;
}

/** What the output of a tool is to its agent. */
const contributions: Readonly<Partial<Record<ToolFamily, ContributionType>>> = {
  read: 'file_content',
  search: 'search_result',
  web: 'search_result',
  terminal: 'command_output',
  skill: 'knowledge',
};

export function createCallRecorder(report: (code: DiagnosticCode, ref: SourceRef) => void): CallRecorder {
  const waiting = createOpenCalls();
  return {
    open(step, sink) {
      const summary = readToolSummary(step.text);
      const [first = 'unknown', ...others] = summary.names;
      const names = [field.text(step.raw, 'tool_name') ?? first, ...others];
      for (const [index, name] of names.entries()) {
        const id = index === 0 ? field.text(step.raw, 'tool_call_id') : undefined;
        const seq = sink.openCall(startOf(step, name, id, names.length === 1 ? summary : undefined));
        const path = toolFacts(name).access === 'change' ? pathOf(summary) : undefined;
        waiting.add({ seq, name, path, id, uuid: stepUuid(step) });
      }
      return names.length;
    },
    close(step, sink) {
      const id = field.text(step.raw, 'tool_call_id');
      if (id !== undefined && sink.hasCall(id) && !waiting.has(id)) {
        report('duplicate-result', step.ref);
        keepSecondResult(step, id, sink);
        return;
      }
      const found = waiting.take(id, field.text(step.raw, 'parent_uuid'));
      if (found?.guessed === true) report('guessed-pairing', step.ref);
      sink.closeCall(found?.call.seq ?? id ?? stepUuid(step) ?? '', resultOf(step, found));
      for (const call of waiting.takeSiblings(field.text(step.raw, 'parent_uuid'), resultsIn(step.text) - 1))
        sink.closeCall(call.seq, resultOf(step, { call }));
    },
  };
}

/** The number of results that a step stands for: a record with several is summed up as `(2 results)`. */
function resultsIn(summary: string): number {
  return Number(/^\((\d{1,4}) results\)$/.exec(summary.trim())?.[1] ?? 1);
}

function keepSecondResult(step: Step, id: string, sink: SessionSink): void {
  const extensions = stepExtensions(step);
  sink.notice({ kind: 'orphan_result', text: step.text, nativeCallId: id, at: step.at, ref: step.ref, extensions });
}

function pathOf({ param, cut }: ToolSummary): string | undefined {
  return param?.name === 'file_path' && !cut ? param.value : undefined;
}

function startOf(step: Step, name: string, nativeId: string | undefined, summary: ToolSummary | undefined): CallStart {
  const { param, omitted, cut = false } = summary ?? {};
  return {
    name,
    params: param === undefined ? {} : { [param.name]: param.value },
    // The summary as it stands: all that is known of the other parameters.
    description: step.text,
    rawCommand: param?.name === 'command' && !cut ? param.value : undefined,
    at: step.at,
    ref: step.ref,
    nativeId,
    extensions: stepExtensions(step, {
      ...(omitted === undefined ? {} : { omitted_param: omitted }),
      ...(cut ? { cut_param: param?.name } : {}),
    }),
    inferred: step.isLocal ? ['started_at'] : [],
  };
}

function resultOf(step: Step, { call, guessed }: Partial<FoundCall> = {}): CallResult {
  const { text = step.text, cut, outcome, exitCode } = readResultSummary(step.text);
  const file = call !== undefined && toolFacts(call.name).family === 'read' ? stripLineNumbers(text) : undefined;
  const failed = outcome !== 'succeeded' && outcome !== 'unknown';
  const patches = patchesOf(call, outcome);
  const contributes =
    call === undefined || cut || outcome !== 'succeeded' ? undefined : contributions[toolFacts(call.name).family];
  return {
    at: step.at,
    ref: step.ref,
    outcome,
    ...(failed ? { error: text, display: text } : { text: file?.content ?? text, contributes }),
    fields: file === undefined || file.rest === '' ? undefined : { note: file.rest },
    truncated: cut,
    exitCode,
    patches,
    extensions: { result: stepExtensions(step) },
    inferred: [
      ...(exitCode === undefined && outcome !== 'unknown' ? ['outcome'] : []),
      ...(patches.length > 0 ? ['output.result.patches'] : []),
      ...(guessed === true ? ['output'] : []),
      ...(step.isLocal ? ['ended_at'] : []),
    ],
  };
}

/** That a file was changed follows from the tool's name; how, and whether it was new, the store does not say. */
function patchesOf(call: OpenCall | undefined, outcome: Outcome): FilePatch[] {
  return call?.path === undefined || outcome !== 'succeeded' ? [] : [{ path: call.path, change: 'modified' }];
}

/** A call without a result yet. */
interface OpenCall {
  seq: number;
  name: string;
  /** A file that the tool would change. */
  path: string | undefined;
  /** The tool call's own id, where the step gives one. */
  id: string | undefined;
  /** The transcript record of the call. */
  uuid: string | undefined;
}

/** The call that a result answers. */
interface FoundCall {
  call: OpenCall;
  /** True where nothing but the order speaks for it. */
  guessed: boolean;
}

/** The calls that wait for their results. Every lookup takes constant time. */
interface OpenCalls {
  add(call: OpenCall): void;
  /** Whether a call with this id waits. */
  has(id: string): boolean;
  /**
   * Takes out the call that a result answers: by id, else by the record that the result follows, else the one that
   * waits longest, calls without an id first.
   */
  take(id: string | undefined, parentUuid: string | undefined): FoundCall | undefined;
  /** Takes out at most so many calls of the record that a result follows. */
  takeSiblings(parentUuid: string | undefined, most: number): OpenCall[];
}

export function createOpenCalls(): OpenCalls {
  const byId = new Map<string, OpenCall>();
  const byUuid = new Map<string, Set<OpenCall>>();
  const all = new Set<OpenCall>();
  // Of several calls in one record only the first one has an id; calls of early versions have none.
  const nameless = new Set<OpenCall>();
  let latest: OpenCall | undefined;

  const remove = (call: OpenCall): OpenCall => {
    if (call.id !== undefined && byId.get(call.id) === call) byId.delete(call.id);
    if (call.uuid !== undefined) byUuid.get(call.uuid)?.delete(call);
    all.delete(call);
    nameless.delete(call);
    return call;
  };

  return {
    add(call) {
      all.add(call);
      latest = call;
      if (call.id === undefined) nameless.add(call);
      else byId.set(call.id, call);
      if (call.uuid === undefined) return;
      const siblings = byUuid.get(call.uuid) ?? new Set();
      byUuid.set(call.uuid, siblings.add(call));
    },
    has: (id) => byId.has(id),
    take(id, parentUuid) {
      const named = id === undefined ? undefined : byId.get(id);
      if (named !== undefined) return { call: remove(named), guessed: false };
      const siblings = [...(parentUuid === undefined ? [] : (byUuid.get(parentUuid) ?? []))];
      const sibling = siblings.find((call) => id === undefined || call.id === undefined);
      // Parallel calls can form a chain: then the first result follows the last call, whichever call it answers.
      const chained = sibling === latest && nameless.size > 1;
      if (sibling !== undefined && !chained) return { call: remove(sibling), guessed: false };
      const [oldest] = id === undefined && nameless.size === 0 ? all : nameless;
      return oldest === undefined ? undefined : { call: remove(oldest), guessed: true };
    },
    takeSiblings(parentUuid, most) {
      const siblings = parentUuid === undefined || most < 1 ? [] : [...(byUuid.get(parentUuid) ?? [])];
      return siblings.slice(0, most).map(remove);
    },
  };
}

/** A step that can be converted. */
export interface Step {
  raw: JsonObject;
  /** Its `content_summary`. */
  text: string;
  ref: SourceRef;
  /** With a zone if the caller knows it. */
  at: string | undefined;
  /** Whether the log writes it without a zone, as writers from 2026-03 on do. */
  isLocal: boolean;
}

const keptFields = ['step_id', 'raw_uuid', 'parent_uuid'] as const;

/** What a step says that has no other place in the session. */
export function stepExtensions({ raw }: Step, more: Record<string, unknown> = {}): Record<string, unknown> {
  const kept = keptFields.map((name) => [name, raw[name]] as const).filter(([, value]) => value != null);
  return { ...Object.fromEntries(kept), ...more };
}

/** The id that results and later steps name: the one of the transcript's record. */
export function stepUuid({ raw }: Step): string | undefined {
  return field.text(raw, 'raw_uuid');
}

/** Finds steps that the monitor and a later synchronisation both wrote: same transcript record, same text. */
interface Repeats {
  has(step: JsonObject, text: string): boolean;
}

export function createRepeats(): Repeats {
  const seen = new Map<string, number>();
  return {
    has(step, text) {
      const uuid = field.text(step, 'raw_uuid');
      if (uuid === undefined) return false;
      const mark = textHash(text);
      if (seen.get(uuid) === mark) return true;
      seen.set(uuid, mark);
      return false;
    },
  };
}

/** What a step keeps of a tool result. */
interface ResultSummary {
  /** The text of the result; undefined where the step only says that there was one. */
  text: string | undefined;
  /** True where the writer cut the text. */
  cut: boolean;
  outcome: Outcome;
  exitCode: number | undefined;
}

/** Before the text of a result, by the language of the writer's version. */
const prefixes = ['Result: ', '结果: '];

/** Instead of the text of a result that was no plain text, or of several results. */
const placeholders = /^\((?:complex result|复杂结果|no tool results|无工具结果|\d{1,9} results|\d{1,9} ?个结果)\)$/;

/** At this length writers of 2025 cut the text of a result, with three dots at its end. */
const CUT_LENGTH = 50;

/** Reads `Result: <text>`, `Result: (complex result)`, `(2 results)`. */
export function readResultSummary(summary: string): ResultSummary {
  const prefix = prefixes.find((each) => summary.startsWith(each)) ?? '';
  const text = summary.slice(prefix.length);
  if (placeholders.test(text)) return { text: undefined, cut: false, outcome: 'unknown', exitCode: undefined };
  const cut = text.length === CUT_LENGTH && text.endsWith('...');
  return { text, cut, ...outcomeOf(text) };
}

/** The store does not say whether a call failed: the beginning of the text does, in the agent's own words. */
function outcomeOf(text: string): Pick<ResultSummary, 'outcome' | 'exitCode'> {
  const exit = /^(?:Error: )?Exit code (\d{1,9})\b/.exec(text);
  if (exit !== null) {
    const exitCode = Number(exit[1]);
    return { outcome: exitCode === 0 ? 'succeeded' : 'failed', exitCode };
  }
  if (notRunning.test(text)) return { outcome: 'failed', exitCode: undefined };
  const outcome = words.find(([beginning]) => text.startsWith(beginning))?.[1] ?? 'succeeded';
  return { outcome, exitCode: undefined };
}

/** A shell that should be stopped had ended. */
const notRunning = /^Shell \w{1,64} is not running, so cannot/;

const words: readonly (readonly [string, Outcome])[] = [
  ["The user doesn't want to proceed", 'denied'],
  ["The user doesn't want to take this action", 'denied'],
  ['Claude requested permissions to', 'denied'],
  ['This command requires approval', 'denied'],
  ['[Request interrupted by user', 'interrupted'],
  ['<tool_use_error>', 'failed'],
  ['Error', 'failed'],
];

/** What a step keeps of a tool call: its names and, of one call, one parameter. */
interface ToolSummary {
  /** Empty where the text is no summary of a call. */
  names: readonly string[];
  /** The parameter that the summary shows. */
  param: { name: string; value: string } | undefined;
  /** A parameter that the summary names without its value. */
  omitted: string | undefined;
  /** True where the writer cut the value. */
  cut: boolean;
}

/** At this length writers up to 2026 cut `name=value`, with three dots at its end. */
const SUMMARY_CUT = 100;

/**
 * Reads `[Bash] command=ls`, `[Read, Grep]`, `[TodoWrite] todos=...`, `[KillShell] (no parameters)`. The name alone
 * may hold brackets; it ends at the first `]` that a space or the end follows.
 */
export function readToolSummary(text: string): ToolSummary {
  const none = { names: [], param: undefined, omitted: undefined, cut: false };
  if (!text.startsWith('[')) return none;
  const spaced = text.indexOf('] ');
  const end = spaced === -1 ? text.lastIndexOf(']') : spaced;
  if (end === -1) return none;
  const names = text
    .slice(1, end)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const shown = text.slice(end + 2);
  const equals = shown.indexOf('=');
  const name = equals === -1 ? '' : shown.slice(0, equals);
  if (names.length !== 1 || !/^\w{1,64}$/.test(name)) return { ...none, names };
  const value = shown.slice(equals + 1);
  if (value === '...') return { ...none, names, omitted: name };
  const cut = shown.length === SUMMARY_CUT && shown.endsWith('...');
  return { names, param: { name, value }, omitted: undefined, cut };
}
