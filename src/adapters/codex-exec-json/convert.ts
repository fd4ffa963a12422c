import {
  diagnose,
  type FilePatch,
  type Outcome,
  onlyReads,
  type PlanItem,
  type SourceRef,
  type TokenUsage,
} from '../../session/index.ts';
import type { Assembly, CallResult, CallStart, SessionSink } from '../assembly.ts';
import { readScript } from '../codex-log/grammar/commands.ts';
import type { Converter, SourceOutline, Verdict } from '../contract.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, jsonText, textOf } from '../read/jsonObject.ts';
import { type StreamRecord, timeBefore } from '../read/readRecordStream.ts';
import { uuidTime } from '../recordTimes.ts';
import { readCommandEnd } from '../toolResult.ts';
import type { IgnoreReason } from './detect.ts';

/** Turns the records of a stream into a session for each thread. */
export function createExecJsonConverter(
  assembly: Assembly,
  _outline: SourceOutline,
): Converter<StreamRecord, IgnoreReason> {
  const threads = new Map<string, ExecThread>();
  const before: { text: string; stamp: ItemStamp }[] = [];
  let current: ExecThread | undefined;
  const threadOf = (id: string): ExecThread => {
    const sink = assembly.session(id || 'thread');
    current = threads.get(id) ?? { id, sink, processes: 0, turn: 'none', lastCall: undefined };
    threads.set(id, current);
    for (const { text, stamp } of before.splice(0)) keepText(current, text, stamp);
    return current;
  };
  return {
    record(found, ref) {
      if (found.is === 'text') {
        const stamp = { ref, at: undefined };
        if (current === undefined) before.push({ text: found.text, stamp });
        else keepText(current, found.text, stamp);
        return 'converted';
      }
      const stamp = { ref, at: timeBefore(found.prefix) };
      if (found.value.type === 'thread.started') {
        return startThread(threadOf(field.text(found.value, 'thread_id') ?? ''));
      }
      return convertRecord(current ?? threadOf(''), found.value, stamp);
    },
    describe() {
      for (const thread of threads.values()) describeThread(thread);
    },
    end() {
      if (before.length > 0) threadOf('');
      for (const thread of threads.values()) describeThread(thread);
      if (threads.size === 0) assembly.report(diagnose('empty-source'));
    },
  };
}

/** What else was printed: warnings of the program, the head of a harness. */
function keepText({ sink }: ExecThread, text: string, stamp: ItemStamp): void {
  sink.notice({ ...stamp, kind: 'info', text });
}

/** A thread that was resumed says so only by its id, which comes again. */
function startThread(thread: ExecThread): ExecVerdict {
  thread.processes += 1;
  return 'converted';
}

function convertRecord(thread: ExecThread, record: JsonObject, stamp: ItemStamp): ExecVerdict {
  const item = fieldsOf(record.item);
  switch (record.type) {
    case 'turn.started':
      thread.turn = 'open';
      return { ignored: 'progress' };
    case 'turn.completed':
      thread.turn = 'complete';
      return emitUsage(thread, field.object(record, 'usage'), stamp);
    case 'turn.failed':
      thread.turn = 'failed';
      return emitError(thread, fieldsOf(record.error), stamp);
    case 'error':
      return emitError(thread, record, stamp);
    case 'item.started':
      return startItem(thread, item, stamp);
    case 'item.updated':
      return updateItem(thread, item, stamp);
    case 'item.completed':
      return endItem(thread, item, stamp);
    case 'item.plan.delta':
      return { ignored: 'progress' };
  }
  thread.sink.unknown({ ...stamp, recordType: textOf(record.type), raw: record });
  return 'unknown';
}

const RETRY = /^Reconnecting\.\.\. \d{1,3}\/\d{1,3}/;

function emitError({ sink }: ExecThread, error: JsonObject, stamp: ItemStamp): ExecVerdict {
  const text = field.text(error, 'message') ?? 'Codex gave an error';
  sink.notice({ ...stamp, kind: RETRY.test(text) ? 'retry' : 'error', text });
  return 'converted';
}

/** Input counts what came from the cache, too: the standard wants the two apart. */
function emitUsage({ sink }: ExecThread, raw: JsonObject | undefined, stamp: ItemStamp): ExecVerdict {
  if (raw === undefined) return { ignored: 'progress' };
  const [input, cached, output, reasoning] = usageFields.map((name) => {
    const value = field.number(raw, name);
    return value === undefined || value < 0 ? undefined : value;
  });
  const usage: TokenUsage = {};
  if (input !== undefined) usage.input = Math.max(0, input - (cached ?? 0));
  if (cached !== undefined) usage.cache_read = cached;
  if (output !== undefined) usage.output = output;
  if (reasoning !== undefined) usage.reasoning = reasoning;
  sink.usage({ ...stamp, usage });
  return 'converted';
}

const usageFields = ['input_tokens', 'cached_input_tokens', 'output_tokens', 'reasoning_output_tokens'] as const;

function describeThread({ sink, id, turn, processes }: ExecThread): void {
  const startedAt = uuidTime(id);
  const { inferred, ...ending } = endings[turn];
  sink.describe({
    nativeId: id || undefined,
    environment: { cli: 'codex' },
    startedAt,
    ...ending,
    inferred: startedAt === undefined ? inferred : [...inferred, 'created_at'],
    ...(processes > 1 ? { extensions: { processes } } : {}),
  });
}

const endings = {
  none: { status: 'in_progress', outcome: 'unknown', inferred: ['status'] },
  open: { status: 'in_progress', outcome: 'unknown', inferred: ['status'] },
  complete: { status: 'success', outcome: 'succeeded', inferred: [] },
  failed: { status: 'failed', outcome: 'failed', inferred: [] },
} as const;

type ExecVerdict = Verdict<IgnoreReason>;

/** Where a record stands, and when a build server printed it, if one did. */
interface ItemStamp {
  ref: SourceRef;
  at: string | undefined;
}

/** A thread while its records come in. */
interface ExecThread {
  readonly id: string;
  readonly sink: SessionSink;
  /** Items have ids of their process alone: its number separates calls of later processes. */
  processes: number;
  turn: 'none' | 'open' | 'complete' | 'failed';
  /** `seq` of the last call: for one whose item has no id. */
  lastCall: number | undefined;
}

/** An item that is done begins: a call is opened, a checklist is shown; of all else only the end is converted. */
function startItem(thread: ExecThread, item: JsonObject, stamp: ItemStamp): ExecVerdict {
  const call = callOf(item);
  if (call !== undefined) openCall(thread, item, call, stamp);
  else if (item.type !== 'todo_list') return { ignored: 'progress' };
  else emitChecklist(thread, item, stamp);
  return 'converted';
}

function updateItem(thread: ExecThread, item: JsonObject, stamp: ItemStamp): ExecVerdict {
  if (item.type !== 'todo_list') return { ignored: 'progress' };
  emitChecklist(thread, item, stamp);
  return 'converted';
}

function endItem(thread: ExecThread, item: JsonObject, stamp: ItemStamp): ExecVerdict {
  const { sink } = thread;
  const text = field.text(item, 'text') ?? '';
  switch (item.type) {
    case 'agent_message':
      sink.message({ ...stamp, role: 'assistant', text, nativeId: field.text(item, 'id') });
      return 'converted';
    case 'reasoning':
      sink.thinking({ ...stamp, text, nativeId: field.text(item, 'id') });
      return 'converted';
    case 'plan':
      sink.plan({ ...stamp, items: [], explanation: text });
      return 'converted';
    case 'todo_list':
      emitChecklist(thread, item, stamp);
      return 'converted';
    case 'error':
      sink.notice({ ...stamp, kind: 'warning', text: field.text(item, 'message') ?? 'Codex warned of something' });
      return 'converted';
  }
  const call = callOf(item);
  if (call === undefined) {
    sink.unknown({ ...stamp, recordType: `item/${textOf(item.type)}`, raw: item });
    return 'unknown';
  }
  const id = callId(thread, item);
  if (id === undefined || !sink.hasCall(id)) openCall(thread, item, call, stamp);
  const seqOrId = id ?? thread.lastCall;
  if (seqOrId !== undefined) sink.closeCall(seqOrId, { ...resultOf(item), ...stamp });
  return 'converted';
}

function emitChecklist({ sink }: ExecThread, item: JsonObject, stamp: ItemStamp): void {
  const items = field
    .objects(item, 'items')
    .map((each): PlanItem => ({ text: textOf(each.text), status: each.completed === true ? 'completed' : 'pending' }));
  sink.plan({ ...stamp, items });
}

function callId({ processes }: ExecThread, item: JsonObject): string | undefined {
  const id = field.text(item, 'id');
  return id === undefined || processes < 2 ? id : `${id} of process ${processes}`;
}

function openCall(thread: ExecThread, item: JsonObject, call: CallStart, stamp: ItemStamp): void {
  thread.lastCall = thread.sink.openCall({ ...call, ...stamp, nativeId: callId(thread, item) });
}

/** What an item does, in the names that the other logs of Codex have for it; undefined for one that is no call. */
function callOf(item: JsonObject): CallStart | undefined {
  switch (item.type) {
    case 'command_execution': {
      const command = field.text(item, 'command') ?? '';
      const script = readScript(command);
      const category = onlyReads(script) ? { category: 'perception' as const } : {};
      return { name: 'exec', params: { command }, rawCommand: script, ...category };
    }
    case 'file_change':
      return { name: 'apply_patch', params: { changes: field.list(item, 'changes') } };
    case 'mcp_tool_call': {
      const given = item.arguments;
      const params = isJsonObject(given) ? given : given === undefined ? {} : { arguments: given };
      return { name: `mcp__${textOf(item.server)}__${textOf(item.tool)}`, params: { ...params } };
    }
    case 'web_search':
      return { name: 'web_search', params: withoutNulls({ query: item.query, action: item.action }) };
    case 'image_view':
      return { name: 'view_image', params: withoutNulls({ path: item.path }) };
    case 'collab_tool_call': {
      const name = field.text(item, 'tool') ?? 'collab';
      const params = withoutNulls({ prompt: item.prompt, receiver_thread_ids: item.receiver_thread_ids });
      return { name, params, ...(name === 'spawn_agent' ? { subagent: { subagent_type: 'codex' } } : {}) };
    }
  }
  return undefined;
}

/** The fields that have a value; `null` counts as none. */
function withoutNulls(fields: JsonObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}

const outcomes: ReadonlyMap<unknown, Outcome> = new Map([
  ['completed', 'succeeded'],
  ['failed', 'failed'],
  ['declined', 'denied'],
]);

/** A search or a look has no status: it is converted when it is over. */
function outcomeOf(item: JsonObject): Outcome {
  const isOver = item.type === 'web_search' || item.type === 'image_view';
  return outcomes.get(item.status) ?? (isOver ? 'succeeded' : 'unknown');
}

function resultOf(item: JsonObject): CallResult {
  switch (item.type) {
    case 'command_execution':
      return commandResult(item);
    case 'file_change':
      return { outcome: outcomeOf(item), patches: patchesOf(item) };
    case 'mcp_tool_call':
      return toolResult(item);
    case 'collab_tool_call': {
      const states = fieldsOf(item.agents_states);
      if (Object.keys(states).length === 0) return { outcome: outcomeOf(item) };
      return { outcome: outcomeOf(item), text: jsonText(states, 2), display: displayOf(states) };
    }
  }
  return { outcome: outcomeOf(item) };
}

/** What became of each agent: what it said, else its state. */
function displayOf(states: JsonObject): string {
  const said = Object.values(states).map((state) =>
    isJsonObject(state)
      ? (field.text(state, 'message') ?? field.text(state, 'status') ?? jsonText(state))
      : textOf(state),
  );
  return said.join('; ');
}

const CUT = /\[\.\.\. omitted|… ?\d+ (?:chars|tokens|lines) (?:omitted|truncated)/;

function commandResult(item: JsonObject): CallResult {
  const text = field.text(item, 'aggregated_output');
  const stated = outcomeOf(item);
  const end = readCommandEnd({ exitCode: field.number(item, 'exit_code') });
  const outcome = stated === 'denied' ? stated : (end.outcome ?? stated);
  return {
    outcome,
    text,
    contributes: 'command_output',
    exitCode: end.exitCode,
    ...(outcome === 'failed' && end.exitCode !== undefined ? { error: `Exit code ${end.exitCode}` } : {}),
    ...(text !== undefined && CUT.test(text) ? { truncated: true } : {}),
  };
}

const changes: ReadonlyMap<unknown, FilePatch['change']> = new Map([
  ['add', 'added'],
  ['delete', 'deleted'],
  ['update', 'modified'],
]);

/** Which files were changed is all that the stream says of a patch. */
function patchesOf(item: JsonObject): FilePatch[] {
  return field
    .objects(item, 'changes')
    .map(({ path, kind }): FilePatch => ({ path: textOf(path), change: changes.get(kind) ?? 'modified' }));
}

function toolResult(item: JsonObject): CallResult {
  const error = field.object(item, 'error');
  const result = fieldsOf(item.result);
  const structured = result.structured_content;
  const texts = field.objects(result, 'content').map((part) => field.text(part, 'text') ?? jsonText(part));
  const isError = error !== undefined || result.is_error === true || result.isError === true;
  return {
    outcome: isError ? 'failed' : outcomeOf(item),
    text: texts.length === 0 ? undefined : texts.join('\n'),
    contributes: texts.length === 0 ? undefined : 'knowledge',
    error: isError ? (field.text(error ?? {}, 'message') ?? texts[0] ?? 'The tool failed') : undefined,
    fields: structured === undefined || structured === null ? undefined : { structured_content: structured },
  };
}
