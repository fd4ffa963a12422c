import {
  type ContentRef,
  commandOf,
  commandStart,
  type FilePatch,
  type Outcome,
  type PhaseCall,
  pathParam,
  type SourceRef,
  type ToolCall,
  type ToolCategory,
  toIso,
  toMillis,
} from '../../session/index.ts';
import type { CallAmendment, CallResult, CallStart, ItemOrigin } from '../assembly.ts';
import type { Cleaner } from './cleanValue.ts';
import type { ShortenContext } from './contents.ts';
import { defined, mergeExtensions } from './fields.ts';
import { cutAt, firstLine } from './firstLine.ts';
import { keepAttachments } from './keepAttachments.ts';

/** Fields of a call set by the assembly, not by the source. */
interface CallFrame {
  callId: string;
  seq: number;
  category: ToolCategory;
  format: string;
  clean: Cleaner;
  contents: ShortenContext;
}

/** Listed in `inferred` when v3.0 requires the number of a subagent's calls and the source does not give it. */
const SUBAGENT_USES = 'subagent_info.tool_uses';

/** Success as v3.0 defines it: calls that succeeded, and calls not known to have failed. */
function statusOf(outcome: Outcome): 'success' | 'failed' {
  return outcome === 'succeeded' || outcome === 'unknown' ? 'success' : 'failed';
}

type Fields = NonNullable<ToolCall['output']['result']>;

function inputOf({ params, description, rawCommand }: CallStart, clean: Cleaner): ToolCall['input'] {
  const input: ToolCall['input'] = { params: clean.value(params) as Record<string, unknown> };
  if (description !== undefined) input.description = clean.text(description);
  if (rawCommand !== undefined) input.raw_command = clean.text(rawCommand);
  return input;
}

/** The output of a call, before long texts are extracted. */
interface CallOutput {
  output: ToolCall['output'];
  /** Those of attachments. */
  refs: ContentRef[];
  /** The result's text, masked, if it is what the call contributes. */
  contributed: string | undefined;
  /** The result's display, masked; empty if it has none. */
  display: string;
}

function outputOf(result: CallResult, frame: CallFrame): CallOutput {
  const { clean } = frame;
  const text = result.text === undefined ? undefined : clean.text(result.text);
  const error = result.error === undefined ? undefined : clean.text(result.error);
  const shown = firstLine(clean.copy(result.display ?? ''));
  const display = shown || firstLine(text ?? '');
  const contributed = result.contributes === undefined || text === '' ? undefined : text;
  const kept =
    result.attachments === undefined
      ? undefined
      : keepAttachments(result.attachments, '/output/result/attachments', clean, frame.contents);
  const fields: Fields = result.fields === undefined ? {} : furtherFields(clean.value(result.fields) as Fields);
  if (display !== '') fields.display = display;
  if (text !== undefined && contributed === undefined && text !== display) fields.text = text;
  if (result.stderr !== undefined && result.stderr !== '') fields.stderr = clean.text(result.stderr);
  if (Number.isSafeInteger(result.exitCode)) fields.exit_code = result.exitCode;
  if (result.patches !== undefined && result.patches.length > 0)
    fields.patches = clean.value(result.patches) as FilePatch[];
  if (kept !== undefined) fields.attachments = kept.attachments;
  const output: ToolCall['output'] = { status: statusOf(result.outcome) };
  if (Object.keys(fields).length > 0) output.result = fields;
  if (error !== undefined) output.error = error;
  if (result.truncated === true) output.truncated = true;
  return { output, refs: kept?.refs ?? [], contributed, display: shown };
}

const isText = (value: unknown): boolean => typeof value === 'string';

/** The standard's own fields of a result, each with a check for its values. */
const ownFields: Readonly<Record<string, (value: unknown) => boolean>> = {
  display: isText,
  text: isText,
  stderr: isText,
  exit_code: Number.isSafeInteger,
  patches: () => false,
  attachments: () => false,
};

/** Additional fields from the source; one that has a standard field's name but an invalid value for it is renamed. */
function furtherFields(fields: Fields): Fields {
  const further: Fields = {};
  for (const [name, value] of Object.entries(defined(fields))) {
    const fits = Object.hasOwn(ownFields, name) ? ownFields[name] : undefined;
    further[fits === undefined || fits(value) ? name : `${name}_in_source`] = value;
  }
  return further;
}

function contributionOf(
  result: CallResult,
  { contributed, display }: CallOutput,
  clean: Cleaner,
): ToolCall['context_contribution'] {
  const { contributes, contributionSummary } = result;
  if (contributed === undefined || contributes === undefined) return undefined;
  const summary = contributionSummary === undefined ? display : firstLine(clean.copy(contributionSummary));
  return { type: contributes, summary: summary || firstLine(contributed), full_content: contributed };
}

function subagentOf(start: CallStart, result: CallResult, clean: Cleaner): ToolCall['subagent_info'] {
  if (start.subagent === undefined && result.subagent === undefined) return undefined;
  const stated = { subagent_type: 'unknown', tool_uses: 0, ...start.subagent, ...result.subagent };
  return clean.value(stated) as ToolCall['subagent_info'];
}

/** Builds a call from its start and its result; the clock supplies its times, and says which of them are `guessed`. */
export function buildCall(
  start: CallStart,
  result: CallResult,
  times: Pick<ToolCall, 'started_at' | 'ended_at' | 'duration_ms'>,
  guessed: readonly string[],
  frame: CallFrame,
): ToolCall {
  const made = outputOf(result, frame);
  const { output, refs } = made;
  const subagent = subagentOf(start, result, frame.clean);
  const uses =
    subagent !== undefined && start.subagent?.tool_uses === undefined && result.subagent?.tool_uses === undefined;
  const inferred = union(start.inferred, result.inferred, guessed, uses ? [SUBAGENT_USES] : undefined);
  const extensions = mergeExtensions(
    mergeExtensions(undefined, frame.format, start.extensions),
    frame.format,
    result.extensions,
  );
  const call: ToolCall = {
    call_id: frame.callId,
    seq: frame.seq,
    tool_name: frame.clean.text(start.name),
    tool_category: frame.category,
    started_at: times.started_at,
    ended_at: times.ended_at,
    duration_ms: times.duration_ms,
    input: inputOf(start, frame.clean),
    output,
    outcome: result.outcome,
  };
  const contribution = contributionOf(result, made, frame.clean);
  if (contribution !== undefined) call.context_contribution = contribution;
  if (subagent !== undefined) call.subagent_info = subagent;
  const ref = sourceRefOf(start, frame.clean);
  if (ref !== undefined) call.source_ref = ref;
  if (inferred !== undefined) call.inferred = inferred;
  if (extensions !== undefined) call.extensions = frame.clean.value(extensions) as Record<string, unknown>;
  if (refs.length > 0) call.content_refs = refs;
  return call;
}

/** A finished call with its result replaced; its input and its times are kept. */
export function reviseCall(call: ToolCall, result: CallResult, frame: CallFrame): ToolCall {
  const made = outputOf(result, frame);
  const { output, refs } = made;
  const { context_contribution: _, content_refs: before = [], ...rest } = call;
  const contribution = contributionOf(result, made, frame.clean);
  const kept = [...before.filter(({ pointer }) => pointer.startsWith('/input/')), ...refs];
  const extensions = mergeExtensions(call.extensions, frame.format, result.extensions);
  return {
    ...rest,
    output,
    outcome: result.outcome,
    ...(contribution === undefined ? {} : { context_contribution: contribution }),
    ...(extensions === undefined ? {} : { extensions: frame.clean.value(extensions) as Record<string, unknown> }),
    ...(kept.length === 0 ? {} : { content_refs: kept }),
  };
}

/** The union of several lists of names; undefined if there are none. */
function union(...lists: readonly (readonly string[] | undefined)[]): string[] | undefined {
  let names: string[] | undefined;
  for (const list of lists) {
    if (list === undefined || list.length === 0) continue;
    names = names === undefined ? [...list] : [...names, ...list];
  }
  return names === undefined || names.length === 1 ? names : [...new Set(names)];
}

/** The origin of an item, with its native id; ids are masked like any text. */
export function sourceRefOf({ ref, nativeId }: ItemOrigin, clean: Cleaner): SourceRef | undefined {
  return ref === undefined || nativeId === undefined ? ref : { ...ref, native_id: clean.text(nativeId) };
}

/** An amendment with its texts masked. */
export function cleanAmendment(more: CallAmendment, clean: Cleaner): CallAmendment {
  const { error, fields, patches, subagent, extensions } = more;
  return { ...more, ...(clean.value(defined({ error, fields, patches, subagent, extensions })) as CallAmendment) };
}

/** A finished call with later amendments applied. */
export function amendCall(call: ToolCall, more: CallAmendment, format: string): ToolCall {
  const amended: ToolCall = { ...call };
  if (more.outcome !== undefined) {
    amended.outcome = more.outcome;
    amended.output = { ...amended.output, status: statusOf(more.outcome) };
  }
  if (more.error !== undefined) amended.output = { ...amended.output, error: more.error };
  if (more.fields !== undefined || more.patches !== undefined || more.exitCode !== undefined) {
    amended.output = {
      ...amended.output,
      result: {
        ...amended.output.result,
        ...furtherFields(more.fields ?? {}),
        ...(more.patches === undefined ? {} : { patches: [...more.patches] }),
        ...(Number.isSafeInteger(more.exitCode) ? { exit_code: more.exitCode } : {}),
      },
    };
  }
  if (more.subagent !== undefined) {
    const before = amended.subagent_info ?? { subagent_type: 'unknown', tool_uses: 0 };
    amended.subagent_info = { ...before, ...defined(more.subagent) };
    const { inferred = [], subagent_info } = call;
    const isOpen =
      more.subagent.tool_uses === undefined && (subagent_info === undefined || inferred.includes(SUBAGENT_USES));
    const others = inferred.filter((name) => name !== SUBAGENT_USES);
    setInferred(amended, isOpen ? [...others, SUBAGENT_USES] : others);
  }
  if (more.extensions !== undefined) {
    const merged = mergeExtensions(amended.extensions, format, more.extensions);
    if (merged !== undefined) amended.extensions = merged;
  }
  const [asked, answered] = [toMillis(more.approval?.askedAt), toMillis(more.approval?.answeredAt)];
  if (asked !== undefined && answered !== undefined)
    amended.approval = { asked_at: toIso(asked), answered_at: toIso(Math.max(asked, answered)) };
  if (more.inferred !== undefined) amended.inferred = [...new Set([...(amended.inferred ?? []), ...more.inferred])];
  return amendTimes(amended, more);
}

function setInferred(call: ToolCall, names: readonly string[]): void {
  if (names.length > 0) call.inferred = [...names];
  else delete call.inferred;
}

function amendTimes(call: ToolCall, { at, durationMs }: CallAmendment): ToolCall {
  const end = toMillis(at);
  const start = toMillis(call.started_at) ?? 0;
  if (end === undefined && durationMs === undefined) return call;
  const endMs = Math.max(end ?? start + (durationMs ?? 0), start);
  const stated = (call.inferred ?? []).filter((name) => name !== 'ended_at' && name !== 'duration_ms');
  const { inferred: _, ...rest } = call;
  return {
    ...rest,
    ended_at: toIso(endMs),
    duration_ms: durationMs ?? endMs - start,
    ...(stated.length === 0 ? {} : { inferred: stated }),
  };
}

/** Number of calls per tool. */
export type ToolCount = { tool_name: string; count: number };

/** The run that a call started, and the calls made in it; without `tools` the call only continued the run. */
export interface LinkedRun {
  sub_session_id: string;
  tools: readonly ToolCount[] | undefined;
}

/** Links a call to the run it started; counts the run's calls if the call's own result has no count. */
export function linkCall(call: ToolCall, { sub_session_id, tools }: LinkedRun): ToolCall {
  const stated = call.subagent_info ?? { subagent_type: 'unknown', tool_uses: 0 };
  if (tools === undefined) return { ...call, subagent_info: { ...stated, sub_session_id } };
  const counted = call.subagent_info === undefined || (call.inferred?.includes(SUBAGENT_USES) ?? false);
  const breakdown = sumUp(tools);
  const { inferred: guesses = [], ...facts } = call;
  const inferred = counted ? guesses.filter((name) => name !== SUBAGENT_USES) : guesses;
  return {
    ...facts,
    subagent_info: {
      ...stated,
      ...(counted ? { tool_uses: breakdown.reduce((sum, { count }) => sum + count, 0) } : {}),
      ...(stated.tools_breakdown === undefined && breakdown.length > 0 ? { tools_breakdown: breakdown } : {}),
      sub_session_id,
    },
    ...(inferred.length > 0 ? { inferred } : {}),
  };
}

/** Adds up the calls per tool, because several runs may have called the same tool. */
function sumUp(tools: readonly ToolCount[]): ToolCount[] {
  const counts = new Map<string, number>();
  for (const { tool_name, count } of tools) counts.set(tool_name, (counts.get(tool_name) ?? 0) + count);
  return Array.from(counts, ([tool_name, count]) => ({ tool_name, count }));
}

/** Number of characters of a description that are used. */
const MAX_DESCRIPTION = 400;

/** What phase inference needs to know about a call. */
export function phaseCallOf({
  call_id,
  tool_name,
  tool_category,
  input,
}: Pick<ToolCall, 'call_id' | 'tool_name' | 'tool_category' | 'input'>): PhaseCall {
  const { params, description } = input;
  const raw_command = commandOf({ tool_name, input });
  const path = pathParam(params);
  return {
    call_id,
    tool_name,
    tool_category,
    ...(raw_command === undefined ? {} : { raw_command: commandStart(raw_command) }),
    ...(description === undefined ? {} : { description: cutAt(description, MAX_DESCRIPTION) }),
    ...(path === undefined ? {} : { path }),
  };
}
