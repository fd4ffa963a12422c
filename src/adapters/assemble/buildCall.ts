import type { ContentRef, FilePatch, Outcome, SourceRef, ToolCall, ToolCategory } from '../../session/index.ts';
import type { CallResult, CallStart, ItemOrigin } from '../assembly.ts';
import type { Cleaner } from './cleanValue.ts';
import { defined } from './defined.ts';
import { keepAttachments } from './keepAttachments.ts';
import { mergeExtensions } from './mergeExtensions.ts';
import { oneLine } from './oneLine.ts';
import type { ShortenContext } from './shortenTexts.ts';

/** Fields of a call that the assembly decides, not the source. */
export interface CallFrame {
  callId: string;
  seq: number;
  category: ToolCategory;
  format: string;
  clean: Cleaner;
  contents: ShortenContext;
}

/** Named in `inferred` where v3.0 wants the count of a subagent's calls and the source has none. */
export const SUBAGENT_USES = 'subagent_info.tool_uses';

/** What v3.0 calls a success: what succeeded, and what nobody knows to have failed. */
export function statusOf(outcome: Outcome): 'success' | 'failed' {
  return outcome === 'succeeded' || outcome === 'unknown' ? 'success' : 'failed';
}

type Fields = NonNullable<ToolCall['output']['result']>;

function inputOf({ params, description, rawCommand }: CallStart, clean: Cleaner): ToolCall['input'] {
  const input: ToolCall['input'] = { params: clean.value(params) as Record<string, unknown> };
  if (description !== undefined) input.description = clean.text(description);
  if (rawCommand !== undefined) input.raw_command = clean.text(rawCommand);
  return input;
}

/** The output of a call, without long texts taken out. `refs` are those of attachments. */
function outputOf(result: CallResult, frame: CallFrame): { output: ToolCall['output']; refs: ContentRef[] } {
  const { clean } = frame;
  const text = result.text === undefined ? undefined : clean.text(result.text);
  const error = result.error === undefined ? undefined : clean.text(result.error);
  const display = oneLine(clean.copy(result.display ?? '')) || oneLine(text ?? '');
  const contributed = contributionText(result) !== undefined;
  const kept =
    result.attachments === undefined
      ? undefined
      : keepAttachments(result.attachments, '/output/result/attachments', clean, frame.contents);
  const fields: Fields = result.fields === undefined ? {} : { ...defined(clean.value(result.fields) as Fields) };
  if (display !== '') fields.display = display;
  if (text !== undefined && !contributed && text !== display) fields.text = text;
  if (result.stderr !== undefined && result.stderr !== '') fields.stderr = clean.text(result.stderr);
  if (Number.isSafeInteger(result.exitCode)) fields.exit_code = result.exitCode;
  if (result.patches !== undefined && result.patches.length > 0)
    fields.patches = clean.value(result.patches) as FilePatch[];
  if (kept !== undefined) fields.attachments = kept.attachments;
  const output: ToolCall['output'] = { status: statusOf(result.outcome) };
  if (Object.keys(fields).length > 0) output.result = fields;
  if (error !== undefined) output.error = error;
  if (result.truncated === true) output.truncated = true;
  return { output, refs: kept?.refs ?? [] };
}

function contributionText({ contributes, text }: CallResult): string | undefined {
  return contributes === undefined || text === '' ? undefined : text;
}

function contributionOf(result: CallResult, clean: Cleaner): ToolCall['context_contribution'] {
  const text = contributionText(result);
  if (text === undefined || result.contributes === undefined) return undefined;
  const content = clean.copy(text);
  const summary = oneLine(clean.copy(result.contributionSummary ?? result.display ?? '')) || oneLine(content);
  return { type: result.contributes, summary, full_content: content };
}

function subagentOf(start: CallStart, result: CallResult, clean: Cleaner): ToolCall['subagent_info'] {
  if (start.subagent === undefined && result.subagent === undefined) return undefined;
  const stated = { subagent_type: 'unknown', tool_uses: 0, ...start.subagent, ...result.subagent };
  return clean.value(stated) as ToolCall['subagent_info'];
}

/** Makes a call out of its start and its result; its times, and which of them are `guessed`, come from the clock. */
export function buildCall(
  start: CallStart,
  result: CallResult,
  times: Pick<ToolCall, 'started_at' | 'ended_at' | 'duration_ms'>,
  guessed: readonly string[],
  frame: CallFrame,
): ToolCall {
  const { output, refs } = outputOf(result, frame);
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
  const contribution = contributionOf(result, frame.clean);
  if (contribution !== undefined) call.context_contribution = contribution;
  if (subagent !== undefined) call.subagent_info = subagent;
  const ref = sourceRefOf(start, frame.clean);
  if (ref !== undefined) call.source_ref = ref;
  if (inferred !== undefined) call.inferred = inferred;
  if (extensions !== undefined) call.extensions = frame.clean.value(extensions) as Record<string, unknown>;
  if (refs.length > 0) call.content_refs = refs;
  return call;
}

/** A finished call with another result; its input and its times stay. */
export function reviseCall(call: ToolCall, result: CallResult, frame: CallFrame): ToolCall {
  const { output, refs } = outputOf(result, frame);
  const { context_contribution: _, content_refs: before = [], ...rest } = call;
  const contribution = contributionOf(result, frame.clean);
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

/** The names in several lists, each once; undefined where there are none. */
function union(...lists: readonly (readonly string[] | undefined)[]): string[] | undefined {
  let names: string[] | undefined;
  for (const list of lists) {
    if (list === undefined || list.length === 0) continue;
    names = names === undefined ? [...list] : [...names, ...list];
  }
  return names === undefined || names.length === 1 ? names : [...new Set(names)];
}

/** Where an item came from, with its native id; ids are masked like any text. */
export function sourceRefOf({ ref, nativeId }: ItemOrigin, clean: Cleaner): SourceRef | undefined {
  return ref === undefined || nativeId === undefined ? ref : { ...ref, native_id: clean.text(nativeId) };
}
