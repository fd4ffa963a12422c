import { diagnose, type NoticeKind, type SourceRef, type TokenUsage } from '../../session/index.ts';
import type { Assembly } from '../assembly.ts';
import type { RecordStamp } from '../claude-code/conversation.ts';
import { convertInRun, finish } from '../claude-code/convert.ts';
import { describeSoFar } from '../claude-code/ending.ts';
import { snakeFields } from '../claude-code/results/fields.ts';
import type { Run } from '../claude-code/run.ts';
import { noteSurroundings } from '../claude-code/sideRecords.ts';
import type { Converter, SourceOutline } from '../contract.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import { type StreamRecord, timeBefore } from '../read/readRecordStream.ts';
import type { IgnoreReason } from './detect.ts';
import { durationOf, StreamSession, type StreamVerdict } from './session.ts';

/** Converts the records of a stream into its sessions; the blocks of messages are those of Claude Code's transcripts. */
export function createStreamConverter(
  assembly: Assembly,
  { names }: SourceOutline,
): Converter<StreamRecord, IgnoreReason> {
  const sessions = new Map<string, StreamSession>();
  let current: StreamSession | undefined;
  /** What was printed before the first record. */
  const before: { text: string; ref: SourceRef }[] = [];
  const sessionOf = (record: JsonObject): StreamSession => {
    const id = field.text(record, 'session_id') || current?.id || '';
    const known = sessions.get(id) ?? new StreamSession(assembly, names, id);
    sessions.set(id, known);
    current = known;
    // Selects the session that the record is accounted to.
    void known.conversation.session;
    for (const { text, ref } of before.splice(0)) keepText(known, text, ref);
    return known;
  };
  return {
    record(found, ref) {
      if (found.is === 'text') {
        if (current === undefined) before.push({ text: found.text, ref });
        else keepText(current, found.text, ref);
        return 'converted';
      }
      return convertRecord(sessionOf(found.value), found.value, stampOf(found.value, found.prefix, ref));
    },
    describe() {
      for (const session of sessions.values()) {
        describeSoFar(session.conversation);
        describeRun(session);
      }
    },
    end() {
      if (before.length > 0) sessionOf({});
      for (const session of sessions.values()) endSession(session);
      if (sessions.size === 0) assembly.report(diagnose('empty-source'));
    },
  };
}

/** Other output printed into the stream. */
function keepText({ conversation }: StreamSession, text: string, ref: SourceRef): void {
  conversation.main.notice({ ref, kind: 'info', text });
}

/** Streams have no times; but some later records do, and build servers add one to each line. */
function stampOf(record: JsonObject, prefix: string, ref: SourceRef): RecordStamp {
  return { ref, at: field.text(record, 'timestamp') ?? timeBefore(prefix), nativeId: field.text(record, 'uuid') };
}

function convertRecord(session: StreamSession, record: JsonObject, stamp: RecordStamp): StreamVerdict {
  const type = textOf(record.type);
  switch (type) {
    case 'user':
    case 'assistant':
      return convertMessage(session, record, stamp);
    case 'system':
      return convertSystem(session, record, stamp);
    case 'result':
      return convertResult(session, record, stamp);
    case 'stream_event':
      session.partial.note(session.runOf(record), record, stamp);
      return { ignored: 'partial' };
    case 'tool_progress':
    case 'keep_alive':
      return { ignored: 'progress' };
    case 'control_request':
    case 'control_response':
    case 'control_cancel_request':
      return { ignored: 'control' };
    case 'rate_limit_event':
      return convertRateLimit(session, record, stamp);
    case 'tool_use_summary':
      return notify(session, stamp, field.text(record, 'summary'));
    case 'prompt_suggestion':
      return notify(session, stamp, field.text(record, 'suggestion'), 'Suggested prompt: ');
    case 'auth_status':
      return notify(session, stamp, field.text(record, 'error') ?? field.list(record, 'output').map(textOf).join('\n'));
    case 'conversation_reset':
      return notify(session, stamp, 'The conversation was reset');
  }
  session.conversation.main.unknown({ ...stamp, recordType: type, raw: record });
  return 'unknown';
}

function notify(
  { conversation }: StreamSession,
  stamp: RecordStamp,
  text: string | undefined,
  before = '',
): StreamVerdict {
  if (text === undefined || text.trim() === '') return { ignored: 'progress' };
  conversation.main.notice({ ...stamp, kind: 'info', text: `${before}${text}` });
  return 'converted';
}

function convertMessage(session: StreamSession, record: JsonObject, stamp: RecordStamp): StreamVerdict {
  const { conversation } = session;
  const run = session.runOf(record);
  if (stamp.nativeId !== undefined && conversation.replays.isReplay(record)) return { ignored: 'replayed_record' };
  const like = asTranscriptRecord(record);
  conversation.facts.note(like);
  session.partial.whole(run);
  noteReply(session, run, record);
  const ending = convertInRun(conversation, run, like, stamp);
  // These two kinds of records never have a reason that only transcripts have.
  return ending as StreamVerdict;
}

function noteReply(session: StreamSession, run: Run, record: JsonObject): void {
  const message = fieldsOf(record.message);
  if (record.type !== 'assistant') {
    if (!field.objects(message, 'content').some(({ type }) => type === 'tool_result')) session.ended = false;
    return;
  }
  if (run === session.conversation.main) {
    session.ended = false;
    const texts = field.objects(message, 'content').flatMap((block) => field.text(block, 'text') ?? []);
    if (texts.length > 0) session.lastText = texts.join('\n');
  }
  session.totals.noteMessage(run === session.conversation.main ? 'own' : 'subagents', message);
}

/** The record with the field names it would have in a transcript. */
function asTranscriptRecord(record: JsonObject): JsonObject {
  const structured = record.tool_use_result ?? record.toolUseResult;
  return {
    ...record,
    sessionId: record.session_id,
    ...(structured === undefined ? {} : { toolUseResult: structured }),
    ...(record.isSynthetic === true ? { isMeta: true } : {}),
    ...(typeof record.error === 'string' ? { isApiErrorMessage: true } : {}),
  };
}

function convertRateLimit(session: StreamSession, record: JsonObject, stamp: RecordStamp): StreamVerdict {
  const info = fieldsOf(record.rate_limit_info);
  const status = field.text(info, 'status');
  if (status === undefined || status === 'allowed') return { ignored: 'progress' };
  const extensions = { rate_limit: info };
  session.conversation.main.notice({ ...stamp, kind: 'warning', text: `Rate limit: ${status}`, extensions });
  return 'converted';
}

function endSession(session: StreamSession): void {
  session.partial.end();
  // A stream with nothing but printed text is also a session.
  void session.conversation.main;
  finish(session.conversation);
  describeRun(session);
}

function describeRun({ conversation, totals, ended, id }: StreamSession): void {
  const usage: TokenUsage | undefined = totals.usage();
  conversation.session.describe({
    nativeId: id || undefined,
    usage,
    durationMs: totals.durationMs,
    ...totals.ending(),
    // Nothing says that the run is over: it was cut off, or continues.
    ...(ended ? {} : { status: 'in_progress', outcome: 'unknown', inferred: ['status'] }),
    ...(isJsonObject(totals.models) ? { extensions: { model_usage: totals.models } } : {}),
  });
}

const emitted = new Set([
  ...['type', 'subtype', 'uuid', 'session_id', 'result', 'usage', 'modelUsage', 'errors', 'is_error', 'duration_ms'],
  ...['permission_denials'],
]);

/** The end of a run: how it ended, what it cost, and what was not allowed. */
function convertResult(session: StreamSession, record: JsonObject, stamp: RecordStamp): StreamVerdict {
  const { conversation, totals } = session;
  const run = conversation.main;
  run.usage.flush();
  totals.noteResult(record);
  const rest = totals.takeRest();
  if (rest !== undefined) run.sink.usage({ ...stamp, usage: rest, extensions: { beyond_replies: true } });
  session.ended = true;
  const subtype = field.text(record, 'subtype') ?? 'success';
  const text = field.text(record, 'result') ?? '';
  const failed = record.is_error === true || subtype.startsWith('error');
  if (text.trim() !== '' && text.trim() !== session.lastText?.trim()) {
    if (failed) run.notice({ ...stamp, kind: 'api_error', text });
    else run.message({ ...stamp, role: 'assistant', text });
  }
  for (const denial of field.objects(record, 'permission_denials')) {
    const callId = field.text(denial, 'tool_use_id');
    const denied = callId === undefined ? undefined : conversation.runOfCall(callId)?.run;
    if (callId !== undefined) denied?.sink.amendCall(callId, { outcome: 'denied' });
  }
  const errors = field.list(record, 'errors').map(textOf);
  const turns = field.number(record, 'num_turns');
  run.notice({
    ...stamp,
    kind: failed ? 'error' : 'info',
    text: [`Run ended: ${subtype}${turns === undefined ? '' : ` (turns: ${turns})`}`, ...errors].join('\n'),
    durationMs: durationOf(record),
    extensions: snakeFields(record, emitted),
  });
  return 'converted';
}

/** A record of the program about its session: settings, compaction, hooks, tasks in the background, retries. */
function convertSystem(session: StreamSession, record: JsonObject, stamp: RecordStamp): StreamVerdict {
  const run = session.runOf(record);
  run.usage.flush();
  const subtype = textOf(record.subtype);
  const notice = (kind: NoticeKind, text: string, more: object = {}): StreamVerdict => {
    run.notice({ ...stamp, kind, text, extensions: snakeFields(record, envelope), ...more });
    return 'converted';
  };
  switch (subtype) {
    case 'init':
      return convertInit(session, record, stamp);
    case 'compact_boundary': {
      const metadata = fieldsOf(record.compact_metadata);
      const tokens = { tokensBefore: positive(metadata, 'pre_tokens'), tokensAfter: positive(metadata, 'post_tokens') };
      return notice('compaction', 'Conversation compacted', tokens);
    }
    case 'hook_response':
      return notice('hook', hookText(record));
    case 'api_retry':
      return notice(
        'retry',
        `${field.text(record, 'error') ?? 'The API gave an error'} (retry ${textOf(record.attempt)})`,
      );
    case 'task_started':
      return notice('background_task', `Task started: ${field.text(record, 'description') ?? ''}`, callOf(record));
    case 'task_notification':
      return notice(
        'background_task',
        field.text(record, 'summary') ?? `Task ${textOf(record.status)}`,
        callOf(record),
      );
    case 'local_command_output':
      run.message({ ...stamp, role: 'system', origin: 'command', text: textOf(record.content) });
      return 'converted';
    case 'files_persisted':
      return notice('info', 'Files were stored');
    case 'mirror_error':
      return notice('warning', field.text(record, 'error') ?? 'The transcript could not be mirrored');
    case 'status':
    case 'thinking_tokens':
    case 'hook_started':
    case 'hook_progress':
    case 'task_progress':
    case 'task_updated':
      return { ignored: 'progress' };
  }
  run.unknown({ ...stamp, recordType: `system/${subtype}`, raw: record });
  return 'unknown';
}

const envelope = new Set(['type', 'subtype', 'uuid', 'session_id', 'parent_tool_use_id', 'timestamp', 'content']);

function positive(object: JsonObject, key: string): number | undefined {
  const value = field.number(object, key);
  return value === undefined || value < 0 ? undefined : value;
}

function callOf(record: JsonObject): { nativeCallId?: string | undefined } {
  return { nativeCallId: field.text(record, 'tool_use_id') };
}

function hookText(record: JsonObject): string {
  const name = field.text(record, 'hook_name') ?? field.text(record, 'hook_event') ?? 'A hook';
  const texts = ['output', 'stdout', 'stderr'].flatMap((key) => field.text(record, key) || []);
  return [`${name} ran`, ...new Set(texts)].join('\n');
}

const described = new Set([...envelope, 'cwd', 'model', 'permissionMode', 'claude_code_version', 'apiKeySource']);

/** The settings of the session, written at its beginning and again at each turn that its host asks for. */
function convertInit(session: StreamSession, record: JsonObject, stamp: RecordStamp): StreamVerdict {
  const { conversation } = session;
  const before = conversation.main.lastSeq;
  session.ended = false;
  const like = { ...record, sessionId: record.session_id, version: record.claude_code_version };
  conversation.facts.note(like);
  noteSurroundings(conversation, conversation.main, like, stamp);
  const model = field.text(record, 'model');
  const change = model === undefined ? { is: 'same' } : conversation.main.settings.change('model', model);
  if (change.is === 'changed') {
    conversation.main.notice({ ...stamp, kind: 'model_change', text: `Model: ${model}` });
  }
  if (session.begun) return conversation.main.lastSeq > before ? 'converted' : { ignored: 'repeated_init' };
  session.begun = true;
  conversation.session.describe({ modelId: model, extensions: snakeFields(record, described) });
  return 'converted';
}
