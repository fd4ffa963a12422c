import { diagnose, type PlanItem, type SourceRef } from '../../session/index.ts';
import type { Assembly, SessionSink } from '../assembly.ts';
import type { Converter, SourceOutline, Verdict } from '../contract.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import type { JsonPart } from '../read/readJsonParts.ts';
import type { StreamRecord } from '../read/readRecordStream.ts';
import { toolResult } from '../toolResult.ts';
import { type TurnState, turnEndings } from '../turn.ts';
import { type IgnoreReason, runKey, stepOf } from './detect.ts';
import { type KiroResult, messageParts, readResult } from './results.ts';

/** A line of a transcript, or a piece of a document. */
export type KiroRecord = JsonPart | StreamRecord;

type KiroVerdict = Verdict<IgnoreReason>;

/** Where an item stands. */
interface Stamp {
  ref: SourceRef;
  at: string | number | undefined;
  nativeId: string | undefined;
}

/** How a turn ended, according to the facts beside a transcript. */
interface TurnEnd {
  at: string | undefined;
  reason: string | undefined;
  error: string | undefined;
}

class KiroSession {
  readonly sink: SessionSink;
  /** Calls without a result: by their id, or by `seq` where they have none. */
  readonly open = new Map<string | number, { name: string; params: JsonObject }>();
  /** By the id of the turn's last message. */
  readonly turnEnds = new Map<string, TurnEnd>();
  /** The checklist as it was shown last. */
  plan: readonly PlanItem[] = [];
  hasFacts = false;
  state: TurnState = 'none';

  constructor(sink: SessionSink) {
    this.sink = sink;
  }
}

/** Turns the messages of a transcript, or the steps of a saved conversation, into their session. */
export function createKiroConverter(assembly: Assembly, { names }: SourceOutline): Converter<KiroRecord, IgnoreReason> {
  let session: KiroSession | undefined;
  const own = (): KiroSession => {
    session ??= new KiroSession(assembly.session('session'));
    return session;
  };
  // A part by itself is no run.
  const isAlone = names.every((name) => /\.json$/i.test(name) && names.length === 1);
  return {
    record(found, ref) {
      switch (found.is) {
        case 'text':
          own().sink.notice({ ref, kind: 'info', text: found.text });
          return 'converted';
        case 'json':
          return convertMessage(own(), found.value, ref);
        case 'element':
          return convertStep(own(), found.value, ref);
        case 'fields':
          if ('session_state' in found.value) {
            return isAlone ? { ignored: 'companion_alone' } : describeFacts(own(), found.value);
          }
          return describeConversation(own(), found.value);
      }
    },
    describe: () => session !== undefined && describeEnd(session),
    end() {
      if (session === undefined) {
        if (!isAlone) assembly.report(diagnose('empty-source'));
        return;
      }
      const [name = ''] = names;
      if (!session.hasFacts && name.endsWith('.jsonl')) session.sink.describe({ nativeId: uuidOf(runKey(name)) });
      describeEnd(session);
    },
  };
}

const uuidOf = (key: string): string | undefined => /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.exec(key)?.[0];

function convertMessage(session: KiroSession, record: JsonObject, ref: SourceRef): KiroVerdict {
  const { sink } = session;
  const data = fieldsOf(record.data);
  const id = field.text(data, 'message_id');
  const end = id === undefined ? undefined : session.turnEnds.get(id);
  const seconds = field.number(fieldsOf(data.meta), 'timestamp');
  const stamp: Stamp = { ref, at: seconds === undefined ? end?.at : seconds * 1000, nativeId: id };
  switch (record.kind) {
    case 'Prompt': {
      const { text, attachments } = messageParts(data);
      sink.message({ ...stamp, role: 'user', text, ...(attachments.length === 0 ? {} : { attachments }) });
      session.state = 'asked';
      break;
    }
    case 'AssistantMessage':
      convertReply(session, data, stamp);
      break;
    case 'ToolResults':
      convertResults(session, data, stamp);
      break;
    case 'Clear':
      sink.notice({ ...stamp, kind: 'info', text: 'The context was cleared.' });
      break;
    default:
      sink.unknown({ ...stamp, recordType: textOf(record.kind), raw: record });
      return 'unknown';
  }
  if (end !== undefined) noteTurnEnd(session, end, stamp);
  return 'converted';
}

function convertReply(session: KiroSession, data: JsonObject, stamp: Stamp): void {
  const { text } = messageParts(data);
  if (text.trim() !== '') session.sink.message({ ...stamp, role: 'assistant', text });
  const parts = field.objects(data, 'content');
  session.state = stateAfter(
    text,
    parts.filter(({ kind }) => kind !== 'text'),
  );
  for (const { kind, data: part } of parts) {
    if (kind === 'text') continue;
    if (kind === 'toolUse' && isJsonObject(part)) {
      openCall(
        session,
        { id: field.text(part, 'toolUseId'), name: field.text(part, 'name'), input: part.input },
        stamp,
      );
    } else session.sink.unknown({ ...stamp, recordType: `AssistantMessage/${textOf(kind)}`, raw: part ?? null });
  }
}

/** A turn that was interrupted may leave a reply in which nothing stands: then it has no answer yet. */
const stateAfter = (text: string, others: readonly unknown[]): TurnState =>
  text.trim() === '' && others.length === 0 ? 'asked' : 'answered';

interface ToolUse {
  id: string | undefined;
  name: string | undefined;
  input: unknown;
}

const shells = new Set(['shell', 'execute_bash', 'execute_cmd']);

function openCall({ sink, open }: KiroSession, { id, name = 'unknown', input }: ToolUse, stamp: Stamp): void {
  const nativeId = id === '' ? undefined : id;
  const params = isJsonObject(input) ? { ...input } : { input };
  const description = field.text(params, '__tool_use_purpose') ?? field.text(params, 'summary');
  const rawCommand = shells.has(name) ? field.text(params, 'command') : undefined;
  const seq = sink.openCall({ ref: stamp.ref, at: stamp.at, name, params, nativeId, description, rawCommand });
  open.set(nativeId ?? seq, { name, params });
}

function convertResults(session: KiroSession, data: JsonObject, stamp: Stamp): void {
  const kept = fieldsOf(data.results);
  for (const { kind, data: part } of field.objects(data, 'content')) {
    if (kind !== 'toolResult' || !isJsonObject(part)) {
      session.sink.unknown({ ...stamp, recordType: `ToolResults/${textOf(kind)}`, raw: part ?? null });
      continue;
    }
    const id = field.text(part, 'toolUseId') ?? '';
    const own = Object.hasOwn(kept, id) && isJsonObject(kept[id]) ? kept[id] : {};
    closeCall(session, { id, content: field.objects(part, 'content'), status: part.status, kept: own.result }, stamp);
  }
}

interface ToolAnswer {
  id: string;
  content: readonly JsonObject[];
  status: unknown;
  kept: unknown;
}

/** Old conversations have empty ids: their results answer the calls in order. */
function closeCall(session: KiroSession, { id, content, status, kept }: ToolAnswer, stamp: Stamp): void {
  const { sink, open } = session;
  const byOrder = id === '' ? open.keys().next().value : undefined;
  const key = byOrder ?? id;
  const call = open.get(key);
  const { plan: shown, ...stated } = readResult(content, status, kept);
  const plan = shown ?? (stated.outcome === 'succeeded' ? finishedPlan(session, call) : undefined);
  const result = toolResult(call?.name ?? 'unknown', stated);
  const inferred = byOrder === undefined ? result.inferred : [...(result.inferred ?? []), 'output'];
  sink.closeCall(key, { ...result, ...(inferred === undefined ? {} : { inferred }), at: stamp.at, ref: stamp.ref });
  open.delete(key);
  if (plan === undefined) return;
  session.plan = plan.items;
  const nativeCallId = typeof key === 'string' ? key : undefined;
  sink.plan({ ref: stamp.ref, at: stamp.at, ...plan, ...(nativeCallId === undefined ? {} : { nativeCallId }) });
}

/** A checklist with everything done is returned empty: what was done last is in the call. */
function finishedPlan(
  { plan }: KiroSession,
  call: { name: string; params: JsonObject } | undefined,
): KiroResult['plan'] {
  const done = call?.name === 'todo_list' ? field.list(call.params, 'completed_task_ids') : [];
  if (done.length === 0 || plan.length === 0) return undefined;
  const items = plan.map((item) => (done.includes(item.item_id) ? { ...item, status: 'completed' as const } : item));
  return { items, explanation: undefined };
}

function noteTurnEnd(session: KiroSession, { reason, error }: TurnEnd, stamp: Stamp): void {
  const where = { ref: stamp.ref, at: stamp.at };
  if (error !== undefined) {
    session.state = 'failed';
    session.sink.notice({ ...where, kind: 'api_error', text: error });
  } else if (reason !== undefined && reason !== 'UserTurnEnd') {
    const wasStopped = /cancel|interrupt|abort/i.test(reason);
    session.state = wasStopped ? 'interrupted' : session.state;
    session.sink.notice({ ...where, kind: wasStopped ? 'interruption' : 'info', text: `The turn ended: ${reason}` });
  }
}

/** The facts beside a transcript: the only source of the model, the folder, the title and the ends of turns. */
function describeFacts(session: KiroSession, facts: JsonObject): KiroVerdict {
  const state = fieldsOf(facts.session_state);
  const model = fieldsOf(fieldsOf(state.rts_model_state).model_info);
  const turns = field.objects(fieldsOf(state.conversation_metadata), 'user_turn_metadatas');
  for (const turn of turns) noteTurn(session, turn);
  const parent = field.text(facts, 'parent_session_id');
  const credits = turns
    .flatMap((turn) => field.objects(turn, 'metering_usage'))
    .reduce((sum, each) => sum + (field.number(each, 'value') ?? 0), 0);
  const agent = field.text(state, 'agent_name');
  session.hasFacts = true;
  session.sink.describe({
    nativeId: field.text(facts, 'session_id'),
    title: field.text(facts, 'title'),
    modelId: field.text(model, 'model_id'),
    startedAt: field.text(facts, 'created_at'),
    endedAt: field.text(facts, 'updated_at'),
    environment: { cwd: field.text(facts, 'cwd') },
    ...(parent === undefined ? {} : { parent: { relation: 'forked' as const, native_id: parent } }),
    extensions: {
      ...(agent === undefined ? {} : { agent_name: agent }),
      ...(credits > 0 ? { credits } : {}),
      ...(typeof facts.session_created_reason === 'string' ? { created_reason: facts.session_created_reason } : {}),
    },
  });
  return 'converted';
}

function noteTurn(session: KiroSession, turn: JsonObject): void {
  const last = field.list(turn, 'message_ids').at(-1);
  if (typeof last !== 'string') return;
  const failure = field.object(turn, 'result')?.Err;
  session.turnEnds.set(last, {
    at: field.text(turn, 'end_timestamp'),
    reason: field.text(turn, 'end_reason'),
    error: failure === undefined ? undefined : textOf(failure),
  });
}

/** A saved conversation's own facts; its fields may come before or after its history. */
function describeConversation(session: KiroSession, fields: JsonObject): KiroVerdict {
  const id = field.text(fields, 'conversation_id');
  const model = fieldsOf(fields.model_info);
  const summary = fields.latest_summary;
  session.sink.describe({
    nativeId: id === '' ? undefined : id,
    modelId: field.text(model, 'model_id') ?? field.text(fields, 'model'),
    ...(summary === undefined || summary === null ? {} : { extensions: { latest_summary: summary } }),
  });
  return 'converted';
}

/** What the person or a tool gave, and what came of it. */
function convertStep(session: KiroSession, step: unknown, ref: SourceRef): KiroVerdict {
  if (typeof step !== 'object' || step === null)
    return { dropped: 'malformed-record', message: 'A step is no object.' };
  const { user, assistant, more } = stepOf(step);
  const stamp: Stamp = { ref, at: field.text(user, 'timestamp'), nativeId: undefined };
  const cwd = field.text(fieldsOf(fieldsOf(user.env_context).env_state), 'current_working_directory');
  session.sink.describe({ environment: { cwd }, modelId: field.text(more, 'model_id') });
  const content = fieldsOf(user.content);
  let known = user.content === null || user.content === undefined ? 1 : 0;
  for (const [kind, given] of Object.entries(content)) known += convertGiven(session, kind, given, stamp);
  const context = field.text(user, 'additional_context') ?? '';
  if (context.trim() !== '') session.sink.message({ ...stamp, role: 'system', origin: 'context', text: context });
  const ended = field.number(more, 'stream_end_timestamp_ms');
  const reply: Stamp = { ...stamp, at: ended };
  for (const [kind, given] of Object.entries(assistant)) known += convertAnswer(session, kind, given, reply);
  if (known > 0) return 'converted';
  session.sink.unknown({ ref, recordType: 'history', raw: step });
  return 'unknown';
}

/** 1 where it is of a known kind. */
function convertGiven(session: KiroSession, kind: string, given: unknown, stamp: Stamp): 0 | 1 {
  if (!isJsonObject(given)) return 0;
  const prompt = field.text(given, 'prompt');
  for (const result of field.objects(given, 'tool_use_results')) {
    const id = field.text(result, 'tool_use_id') ?? '';
    const status = kind === 'CancelledToolUses' ? 'Cancelled' : result.status;
    const content = field
      .objects(result, 'content')
      .flatMap((part) => Object.entries(part).map(([name, data]) => ({ kind: name.toLowerCase(), data })));
    closeCall(session, { id, content, status, kept: kind === 'CancelledToolUses' ? 'Cancelled' : undefined }, stamp);
  }
  if (prompt !== undefined) {
    session.sink.message({ ...stamp, role: 'user', text: prompt });
    session.state = 'asked';
  }
  return prompt !== undefined || 'tool_use_results' in given ? 1 : 0;
}

function convertAnswer(session: KiroSession, kind: string, given: unknown, stamp: Stamp): 0 | 1 {
  if (!isJsonObject(given) || (kind !== 'Response' && kind !== 'ToolUse')) return 0;
  const id = field.text(given, 'message_id');
  const text = field.text(given, 'content') ?? '';
  const nativeId = id === '' ? undefined : id;
  if (text.trim() !== '') session.sink.message({ ...stamp, nativeId, role: 'assistant', text });
  const uses = field.objects(given, 'tool_uses');
  for (const use of uses) {
    const input = use.args ?? use.orig_args;
    openCall(session, { id: field.text(use, 'id'), name: field.text(use, 'name'), input }, stamp);
  }
  session.state = stateAfter(text, uses);
  return 1;
}

function describeEnd({ sink, state, open }: KiroSession): void {
  // A call still waiting for its result shows that it went no further.
  const end = state === 'answered' && open.size > 0 ? 'asked' : state;
  sink.describe({ ...turnEndings[end], inferred: ['status'] });
}
