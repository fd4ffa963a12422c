import { diagnose, type Outcome, type PlanItem } from '../../../session/index.ts';
import type { CallResult } from '../../assembly.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, jsonText, textOf } from '../../read/jsonObject.ts';
import { readPlanItem } from '../checklist.ts';
import type { Conversation, RecordStamp } from '../conversation.ts';
import { attachmentOf, blocksOf, contentText } from '../parts.ts';
import { takeOutput } from '../persistedOutput.ts';
import type { Run } from '../run.ts';
import { readAgentTail } from '../userText.ts';
import { counted, type OpenCall, type RawResult, type ResultFields } from './fields.ts';
import { isDelegation, readResult, resultOutcome } from './read.ts';
import { isPersisted } from './shell.ts';

interface Followed {
  call: OpenCall;
  raw: RawResult;
  outcome: Outcome;
  stamp: RecordStamp;
}

/** Effects of a result beyond its own call: a checklist, the run of a subagent, a background task. */
function followResult(conversation: Conversation, run: Run, followed: Followed): void {
  const { call, outcome, raw } = followed;
  if (isDelegation(call.name)) linkAgent(conversation, run, followed);
  if (call.name === 'Workflow' && typeof call.id === 'string') {
    conversation.workflows.noteCall(call.id, `${raw.text}\n${jsonText(raw.structured ?? {})}`);
  }
  if (stopping.has(call.name)) followStop(conversation, followed);
  if (polling.has(call.name)) followPoll(conversation, followed);
  if (outcome !== 'succeeded' && outcome !== 'unknown') return;
  emitChecklist(conversation, run, followed);
  if (typeof call.id !== 'string') return;
  const started = field.text(raw.structured ?? {}, 'backgroundTaskId') ?? monitorText.exec(raw.text)?.[1];
  if (started !== undefined) conversation.background.start(started, { run, callId: call.id });
}

function linkAgent(conversation: Conversation, run: Run, { call, raw, outcome }: Followed): void {
  if (typeof call.id !== 'string') return;
  const isElsewhere = raw.structured?.status === 'teammate_spawned';
  if ((outcome === 'succeeded' || outcome === 'unknown') && !isElsewhere) conversation.links.noteRan(call.id);
  const stated = raw.structured === undefined ? undefined : field.text(raw.structured, 'agentId');
  const said = readAgentTail(raw.text).agentId;
  if (stated !== undefined) conversation.links.note(stated, call.id, 'result');
  if (said !== undefined) conversation.links.note(said, call.id, 'text');
  const agentId = stated ?? said;
  if (agentId === undefined) return;
  run.sink.amendCall(call.id, { extensions: { agent_id: agentId } });
  if (raw.structured?.status === 'async_launched') conversation.background.start(agentId, { run, callId: call.id });
}

function emitChecklist(conversation: Conversation, run: Run, { call, raw, stamp }: Followed): void {
  const items = checklistAfter(conversation, call, raw);
  if (items === undefined) return;
  const { at, ref } = stamp;
  run.plan({ at, ref, items, nativeCallId: typeof call.id === 'string' ? call.id : undefined });
}

const createdText = /^Task #([\w-]{1,20}) created/;

/** The whole checklist after a call, or undefined if the call does not change it. */
function checklistAfter({ checklist }: Conversation, call: OpenCall, raw: RawResult): PlanItem[] | undefined {
  const { input } = call;
  const structured: JsonObject = raw.structured ?? {};
  switch (call.name) {
    case 'TodoWrite': {
      const todos = Array.isArray(structured.newTodos) ? structured.newTodos : field.list(input, 'todos');
      return todos.flatMap((todo) => readPlanItem(todo) ?? []);
    }
    case 'TaskCreate': {
      const id = field.text(fieldsOf(structured.task), 'id') ?? createdText.exec(raw.text)?.[1];
      if (id === undefined) return undefined;
      checklist.create(id, input);
      return checklist.items();
    }
    case 'TaskUpdate':
      return checklist.update(input) ? checklist.items() : undefined;
    case 'TaskList':
      return Array.isArray(structured.tasks) && checklist.replace(structured.tasks) ? checklist.items() : undefined;
    default:
      return undefined;
  }
}

const stopping = new Set(['KillShell', 'KillBash', 'TaskStop']);
const polling = new Set(['TaskOutput', 'BashOutput']);
const monitorText = /^Monitor started \(task ([\w-]{1,40})/;

/** The result of a query for a background task's state: the task may be over. */
function followPoll({ background }: Conversation, { raw, stamp }: Followed): void {
  const structured: JsonObject = raw.structured ?? {};
  const task = field.object(structured, 'task') ?? structured;
  const ending = endings.get(field.text(task, 'status') ?? '');
  if (ending === undefined) return;
  const exitCode = field.number(task, 'exitCode');
  background.finish(background.find(field.text(task, 'task_id') ?? field.text(structured, 'shellId')), {
    at: stamp.at,
    outcome: exitCode === undefined || exitCode === 0 ? ending : 'failed',
    exitCode,
  });
}

const overText = /^Shell [\w-]{1,40} is not running, so cannot be killed \(status: (\w{1,20})\)/;

/** A running task was stopped, or was already over: the answer then says how it ended. */
function followStop({ background }: Conversation, { call, raw, outcome, stamp }: Followed): void {
  const taskId =
    field.text(call.input, 'task_id') ?? field.text(call.input, 'shell_id') ?? field.text(call.input, 'taskId');
  const over = endings.get(overText.exec(raw.text)?.[1] ?? '');
  if (over !== undefined) background.finish(background.find(taskId), { at: undefined, outcome: over });
  else if (outcome === 'succeeded') background.stop(background.find(taskId), stamp.at);
}

const endings: ReadonlyMap<string, Outcome> = new Map([
  ['completed', 'succeeded'],
  ['failed', 'failed'],
  ['killed', 'interrupted'],
]);

interface ResultBlock {
  record: JsonObject;
  block: JsonObject;
  stamp: RecordStamp;
  /** The record's only result: the record's structured result then belongs to it. */
  alone: boolean;
}

/** Closes the call that a `tool_result` block answers, and applies the result's effects on others. */
export function closeResult(conversation: Conversation, run: Run, { record, block, stamp, alone }: ResultBlock): void {
  const call = findCall(conversation, run, block, stamp);
  const id = call?.id ?? field.text(block, 'tool_use_id') ?? '';
  const { raw, outcome, result, shown } = readBlock(conversation, call, { record, block, stamp, alone });
  const { at, ref } = stamp;
  if (run.sink.closeCall(id, { ...result, at, ref }) === 'duplicate') {
    run.notice({ ...stamp, kind: 'orphan_result', text: shown, nativeCallId: String(id) });
  } else if (run === conversation.main && typeof id === 'string') conversation.rewritten.noteResult(id, sizeOf(result));
  run.openCalls.delete(id);
  if (run.turn === 'calling' && run.openCalls.size === 0) run.turn = 'answered';
  if (call !== undefined) followResult(conversation, run, { call, raw, outcome, stamp });
}

/** Replaces the first result by its copy if the copy says more; returns whether it does. */
export function reviseResult(conversation: Conversation, run: Run, copy: ResultBlock): boolean {
  const { rewritten } = conversation;
  const id = field.text(copy.block, 'tool_use_id') ?? '';
  const call = rewritten.copiedCalls.get(id);
  rewritten.copiedCalls.delete(id);
  const { result } = readBlock(conversation, call, copy, true);
  if (sizeOf(result) <= rewritten.resultSize(id)) return false;
  rewritten.noteResult(id, sizeOf(result));
  run.sink.reviseCall(id, result);
  return true;
}

/** Length of a result in characters, without the files that it changed. */
function sizeOf({ text, error, stderr, patches, fields }: Omit<CallResult, 'at' | 'ref'>): number {
  const changes = patches?.map(({ before: _, ...patch }) => patch);
  const structure = patches === undefined && fields === undefined ? 0 : jsonText([changes, fields]).length;
  return (text?.length ?? 0) + (error?.length ?? 0) + (stderr?.length ?? 0) + structure;
}

/** Reads a `tool_result` block according to its call's tool. */
function readBlock(
  conversation: Conversation,
  call: OpenCall | undefined,
  { record, block, stamp, alone }: ResultBlock,
  isCopy = false,
): { raw: RawResult; outcome: Outcome; result: Omit<CallResult, 'at' | 'ref'>; shown: string } {
  const server = readServerResult(block.content);
  const shown = server?.text ?? contentText(block.content);
  const structured = alone ? record.toolUseResult : undefined;
  const kept = isPersisted(shown) ? takeOutput(conversation, { block, shown, structured, isCopy }, stamp) : undefined;
  const raw: RawResult = {
    call,
    text: kept?.text ?? shown,
    preview: kept === undefined ? undefined : shown,
    attachments: (blocksOf(block.content) ?? []).flatMap((each) => attachmentOf(each) ?? []),
    structured: isJsonObject(structured) ? structured : undefined,
  };
  const isError = block.is_error === true;
  const stated = resultOutcome(isError, shown, structured, alone ? field.text(record, 'toolDenialKind') : undefined);
  const outcome = server?.error === undefined ? stated : 'failed';
  const result = {
    ...readResult(raw, outcome),
    ...server?.fields,
    ...(server?.error === undefined ? {} : { error: server.error }),
    ...(kept?.isWhole === false ? { truncated: true } : {}),
  };
  return { raw, outcome, result, shown };
}

/** A result without a call id answers the oldest open call without one. */
function findCall(conversation: Conversation, run: Run, block: JsonObject, stamp: RecordStamp): OpenCall | undefined {
  const id = field.text(block, 'tool_use_id');
  if (id !== undefined) return run.openCalls.get(id);
  for (const call of run.openCalls.values()) {
    if (typeof call.id !== 'number') continue;
    const file = conversation.names[stamp.ref.source];
    conversation.assembly.report(
      diagnose('guessed-pairing', file === undefined ? {} : { at: { file, line: stamp.ref.line } }),
    );
    return call;
  }
  return undefined;
}

/** What a tool of the model's provider returned (`web_search_tool_result` and its kin), as the log keeps it. */
interface ServerResult {
  /** What a person can read of it. */
  text: string;
  /** Why it failed; absent if it did not. */
  error?: string;
  fields: ResultFields;
}

/** Reads the content of a provider's result; undefined for one in texts and pictures, which is read as any other. */
function readServerResult(content: unknown): ServerResult | undefined {
  if (Array.isArray(content)) {
    const hits = content.filter(isJsonObject).filter(({ type }) => type === 'web_search_result');
    return hits.length === 0 ? undefined : readHits(hits);
  }
  if (!isJsonObject(content)) return undefined;
  const type = textOf(content.type);
  if (type.endsWith('_tool_result_error')) return readError(content);
  if (type === 'web_fetch_result') return readPage(content);
  return typeof content.return_code === 'number' ? readRun(content, content.return_code) : undefined;
}

/** Each hit as its title and address; what stands there encrypted is for the provider alone. */
function readHits(hits: readonly JsonObject[]): ServerResult {
  const lines = hits.map((hit) =>
    ['title', 'url', 'page_age'].flatMap((name) => field.text(hit, name) ?? []).join(' · '),
  );
  return {
    text: lines.join('\n'),
    fields: { contributes: 'search_result', display: `Found ${counted(hits.length, 'link')}` },
  };
}

function readError(content: JsonObject): ServerResult {
  const stated = ['error_code', 'error_message'].flatMap((name) => field.text(content, name) ?? []).join(': ');
  const error = stated === '' ? textOf(content.type) : stated;
  return { text: error, error, fields: {} };
}

function readPage(content: JsonObject): ServerResult {
  const document = fieldsOf(content.content);
  const source = fieldsOf(document.source);
  const text = source.type === 'text' ? field.text(source, 'data') : undefined;
  const title = field.text(document, 'title') ?? field.text(content, 'url');
  return {
    text: text ?? title ?? jsonText(content),
    fields: { contributes: 'knowledge', ...(title === undefined ? {} : { display: title }) },
  };
}

function readRun(content: JsonObject, code: number): ServerResult {
  const stderr = field.text(content, 'stderr') ?? '';
  return {
    text: field.text(content, 'stdout') ?? '',
    ...(code === 0 ? {} : { error: `Exit code ${code}` }),
    fields: { contributes: 'command_output', exitCode: code, ...(stderr === '' ? {} : { stderr }) },
  };
}
