import type { FilePatch, Outcome, PlanItem, TokenUsage } from '../../session/index.ts';
import type { AttachmentPart, CallResult } from '../assembly.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import { toolResult } from '../toolResult.ts';
import { patchOfDiff } from '../unifiedDiff.ts';
import type { OpenCodeSession, PartStamp } from './session.ts';

interface Manner {
  /** `summary`: what a compaction left of the conversation. */
  role: 'user' | 'assistant' | 'summary';
  model?: string | undefined;
  attachments?: readonly AttachmentPart[];
}

/** One part of a message. Step marks are skipped, because their tokens are in the message too. */
export function convertPart(session: OpenCodeSession, part: JsonObject, around: PartStamp, manner: Manner): void {
  const { sink } = session;
  if (session.reverting && part.id === session.revertedPart) session.partTakenBack = session.next;
  const time = fieldsOf(part.time);
  const stamp = { ref: around.ref, at: field.number(time, 'start') ?? around.at, nativeId: field.text(part, 'id') };
  switch (part.type) {
    case 'text':
      emitText(session, part, stamp, manner);
      return;
    case 'reasoning':
      session.made(sink.thinking({ ...stamp, text: field.text(part, 'text') || undefined }));
      return;
    case 'tool':
      convertTool(session, part, stamp);
      return;
    case 'file':
      session.made(sink.message({ ...stamp, role: 'assistant', text: '', attachments: [attachmentOf(part)] }));
      return;
    case 'subtask': {
      const { agent, command, description } = part;
      const text = field.text(part, 'prompt') ?? '';
      const extensions = { agent, command, description };
      session.made(sink.message({ ...stamp, role: 'user', origin: 'command', text, extensions }));
      return;
    }
    case 'patch':
      session.notice('diff', field.list(part, 'files').map(textOf).join('\n'), stamp, {
        extensions: { hash: part.hash },
      });
      return;
    case 'compaction':
      session.notice('compaction', 'Conversation compacted', stamp, {
        extensions: { trigger: part.auto === true ? 'auto' : 'manual' },
      });
      return;
    case 'retry':
      session.notice('retry', errorText(fieldsOf(part.error)), {
        ...stamp,
        at: field.number(time, 'created') ?? stamp.at,
      });
      return;
    case 'agent':
      session.notice('info', `Agent: ${textOf(part.name)}`, stamp);
      return;
    case 'step-start':
    case 'step-finish':
    case 'snapshot':
      return;
  }
  session.made(sink.unknown({ ...stamp, recordType: `part/${textOf(part.type)}`, raw: part }));
}

type Stamp = PartStamp & { nativeId: string | undefined };

function emitText(
  session: OpenCodeSession,
  part: JsonObject,
  stamp: Stamp,
  { role, model, attachments = [] }: Manner,
): void {
  const text = field.text(part, 'text') ?? '';
  if (text.trim() === '' && attachments.length === 0) return;
  // Added by the program for the model: what a command expands to, a file that was named.
  const isContext = part.synthetic === true || part.ignored === true || role === 'summary';
  const asked = role === 'user' ? ({ role: 'user' } as const) : ({ role: 'assistant', model } as const);
  session.made(
    session.sink.message({
      ...stamp,
      ...(isContext ? ({ role: 'system', origin: 'context' } as const) : asked),
      text,
      ...(attachments.length === 0 ? {} : { attachments }),
    }),
  );
}

const dataUrl = /^data:([\w.+/-]{1,100})(?:;[\w=-]{1,50})*;base64,/;

/** A file that came with a message or a result; its bytes, where the log has them. */
export function attachmentOf(part: JsonObject): AttachmentPart {
  const url = field.text(part, 'url') ?? '';
  const type = field.text(part, 'mime');
  const [head] = dataUrl.exec(url.slice(0, 400)) ?? [];
  return {
    kind: type?.startsWith('image/') === true ? 'image' : 'file',
    media_type: type,
    name: field.text(part, 'filename') ?? (head === undefined ? url : undefined),
    base64: head === undefined ? undefined : url.slice(head.length),
  };
}

/** A call with its result in one part. Its `callID` may be reused in another message, so it is no native id. */
function convertTool(session: OpenCodeSession, part: JsonObject, stamp: Stamp): void {
  const { sink } = session;
  const name = field.text(part, 'tool') ?? 'unknown';
  const state = fieldsOf(part.state);
  const input = fieldsOf(state.input);
  const time = fieldsOf(state.time);
  const callId = field.text(part, 'callID');
  const seq = sink.openCall({
    ref: stamp.ref,
    at: field.number(time, 'start') ?? stamp.at,
    nativeId: stamp.nativeId,
    name,
    params: { ...input },
    description: field.text(input, 'description') ?? (field.text(state, 'title') || undefined),
    rawCommand: name === 'bash' ? field.text(input, 'command') : undefined,
    subagent: name === 'task' ? { subagent_type: field.text(input, 'subagent_type') ?? 'general' } : undefined,
    extensions: callId === undefined ? undefined : { call_id: callId },
  });
  session.made(seq);
  const started = field.text(fieldsOf(state.metadata), 'sessionId');
  if (started !== undefined && stamp.nativeId !== undefined) session.started.set(started, stamp.nativeId);
  const result = resultOf(name, state, input, session.isStopped);
  if (result === undefined) return;
  const [start, end] = [field.number(time, 'start'), field.number(time, 'end')];
  const durationMs = start === undefined || end === undefined || end < start ? undefined : end - start;
  sink.closeCall(seq, { ...result, at: end, ref: stamp.ref, durationMs });
  if (name === 'todowrite' && result.outcome === 'succeeded') {
    const todos = field.objects(fieldsOf(state.metadata), 'todos');
    const items = (todos.length > 0 ? todos : field.objects(input, 'todos')).flatMap(todoOf);
    session.made(sink.plan({ ref: stamp.ref, at: end, items, nativeCallId: stamp.nativeId }));
  }
}

/** Cancelled entries are neither done nor to be done: the call's arguments alone have them. */
function todoOf({ content, status }: JsonObject): PlanItem[] {
  if (status === 'cancelled') return [];
  return [{ text: textOf(content), status: status === 'completed' || status === 'in_progress' ? status : 'pending' }];
}

/** Undefined for a call that is still running, as far as the log says. */
function resultOf(name: string, state: JsonObject, input: JsonObject, stopped: boolean): CallResult | undefined {
  const metadata = fieldsOf(state.metadata);
  if (state.status === 'error') return failedResult(name, state);
  if (state.status !== 'completed' && state.status !== 'success') {
    return stopped ? { outcome: 'interrupted', error: 'Interrupted', inferred: ['outcome'] } : undefined;
  }
  const attachments = field.objects(state, 'attachments').map(attachmentOf);
  const title = field.text(state, 'title') ?? '';
  const refused = name === 'invalid';
  // A command that took too long has no exit code.
  const isLate = metadata.timeout === true;
  const compacted = field.number(fieldsOf(state.time), 'compacted');
  return toolResult(name, {
    outcome: metadata.interrupted === true ? 'interrupted' : refused || isLate ? 'failed' : 'succeeded',
    ...(isLate ? { error: 'Timed out' } : {}),
    text: state.output === undefined || state.output === null ? undefined : textOf(state.output),
    exitCode: field.number(metadata, 'exit'),
    patches: patchesOf(metadata, input),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(metadata.truncated === true ? { truncated: true } : {}),
    fields: { ...otherFields(metadata), ...(title === '' ? {} : { title }) },
    ...(compacted === undefined ? {} : { extensions: { compacted_at: compacted } }),
  });
}

const denied = /^(?:Error: )?The user (?:rejected|has specified a rule)|User dismissed|rejected permission/;
const aborted = /abort(?:ed)?\b/i;

function failedResult(name: string, state: JsonObject): CallResult {
  const error = field.text(state, 'error') ?? 'The tool failed';
  const head = error.slice(0, 300);
  const outcome: Outcome = denied.test(head) ? 'denied' : aborted.test(head) ? 'interrupted' : 'failed';
  const output = field.text(fieldsOf(state.metadata), 'output');
  const inferred = outcome === 'failed' ? {} : { inferred: ['outcome'] };
  return toolResult(name, { outcome, error, text: output, ...inferred });
}

/** The fields of a result beside its text, without copies of the text. */
function otherFields(metadata: JsonObject): Record<string, unknown> | undefined {
  const names = ['sessionId', 'outputPath', 'diagnostics', 'matches', 'count', 'loaded', 'timeout'];
  const entries = names.flatMap((name) => (metadata[name] === undefined ? [] : [[name, metadata[name]] as const]));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

const fileTypes: ReadonlyMap<unknown, FilePatch['change']> = new Map([
  ['add', 'added'],
  ['delete', 'deleted'],
  ['update', 'modified'],
  ['move', 'renamed'],
]);

function patchesOf(metadata: JsonObject, input: JsonObject): FilePatch[] | undefined {
  const files = field.objects(metadata, 'files').flatMap((file): FilePatch[] => {
    const path = field.text(file, 'filePath') ?? field.text(file, 'relativePath');
    if (path === undefined) return [];
    const patch = patchOfDiff(path, field.text(file, 'diff') ?? field.text(file, 'patch') ?? '');
    const moved = field.text(file, 'movePath');
    const change = fileTypes.get(file.type) ?? patch.change;
    return [{ ...patch, change, ...(moved === undefined ? {} : { moved_to: moved }) }];
  });
  if (files.length > 0) return files;
  const diff = field.text(metadata, 'diff');
  const file = fieldsOf(metadata.filediff);
  const path = field.text(input, 'filePath') ?? field.text(file, 'file');
  const before = field.text(file, 'before');
  if (path === undefined) return undefined;
  // `write` has no diff, but says whether the file was there.
  if (diff === undefined)
    return typeof metadata.exists === 'boolean'
      ? [{ path, change: metadata.exists ? 'modified' : 'added' }]
      : undefined;
  return [{ ...patchOfDiff(path, diff), ...(before === undefined ? {} : { before }) }];
}

/** Input excludes the cache; reasoning is separate from the output, while the standard includes it. */
export function emitUsage(
  session: OpenCodeSession,
  info: JsonObject,
  stamp: PartStamp,
  model: string | undefined,
): void {
  const tokens = field.object(info, 'tokens');
  if (tokens === undefined) return;
  const cache = fieldsOf(tokens.cache);
  const read = (from: JsonObject, key: string): number => Math.max(0, field.number(from, key) ?? 0);
  const reasoning = read(tokens, 'reasoning');
  const cost = field.number(info, 'cost');
  const usage: TokenUsage = {
    input: read(tokens, 'input'),
    output: read(tokens, 'output') + reasoning,
    cache_read: read(cache, 'read'),
    cache_write: read(cache, 'write'),
    reasoning,
    ...(cost === undefined || cost < 0 ? {} : { cost_usd: cost }),
  };
  if (Object.values(usage).some((value) => value !== 0)) session.made(session.sink.usage({ ...stamp, usage, model }));
}

function errorText(error: JsonObject): string {
  const data = field.object(error, 'data');
  return field.text(data ?? error, 'message') ?? field.text(error, 'name') ?? 'OpenCode gave an error';
}

export function emitError(session: OpenCodeSession, error: JsonObject, stamp: PartStamp): void {
  const isAbort = field.text(error, 'name') === 'MessageAbortedError';
  session.state = isAbort ? 'interrupted' : 'failed';
  const more = isJsonObject(error.data) ? { extensions: { name: error.name } } : {};
  session.notice(isAbort ? 'interruption' : 'api_error', errorText(error), stamp, more);
}
