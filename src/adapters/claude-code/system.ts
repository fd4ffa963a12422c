import type { NoticeKind } from '../../session/index.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, jsonText } from '../read/jsonObject.ts';
import type { Conversation, Ending, RecordStamp } from './conversation.ts';
import { emitPart } from './parts.ts';
import { counted, snakeFields } from './results/fields.ts';
import { type Run, takeBack } from './run.ts';
import { splitUserText } from './userText.ts';

/** Fields of a system record about its position, not its content. */
const envelope = [
  'type',
  'subtype',
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'sessionId',
  'session_id',
  'timestamp',
  'cwd',
  'version',
  'gitBranch',
  'isSidechain',
  'userType',
  'entrypoint',
  'slug',
  'isMeta',
  'level',
  'content',
  'agentId',
  'sessionKind',
];

/** The fields of a system record that the caller does not handle, as `extensions`. */
function remainingFields(
  ...known: readonly string[]
): (record: JsonObject) => { extensions?: Record<string, unknown> } {
  const without = new Set([...envelope, ...known]);
  return (record) => {
    const extensions = snakeFields(record, without);
    return extensions === undefined ? {} : { extensions };
  };
}

const moreOfError = remainingFields('cause');
const moreOfRefusal = remainingFields('retractedMessageUuids', 'refusedUserMessageUuid', 'apiRefusalExplanation');

/** The API did not answer; the CLI tries again. The text is the API's own, however deeply nested. */
function emitApiError(run: Run, record: JsonObject, kind: NoticeKind, stamp: RecordStamp): void {
  const error = fieldsOf(record.error);
  const nested = fieldsOf(error.error);
  const inner = field.object(nested, 'error') ?? nested;
  const status = field.number(error, 'status');
  const said =
    field.text(error, 'formatted') ??
    field.text(error, 'message') ??
    field.text(inner, 'message') ??
    field.text(record, 'content') ??
    (status === undefined ? 'The API gave an error' : `The API answered ${status}`);
  run.notice({ ...stamp, kind, text: `${said}${retryText(record)}`, ...moreOfError(record) });
}

function retryText(record: JsonObject): string {
  const attempt = field.number(record, 'retryAttempt');
  const most = field.number(record, 'maxRetries');
  if (attempt === undefined) return '';
  return ` (retry ${attempt}${most === undefined ? '' : ` of ${most}`})`;
}

/** A model refused: its earlier output is retracted, and another model may continue. */
function emitRefusal(run: Run, record: JsonObject, text: string | undefined, stamp: RecordStamp): void {
  takeBack(run, record, 'retractedMessageUuids');
  const original = field.text(record, 'originalModel');
  const fallback = field.text(record, 'fallbackModel');
  const explanation = field.text(record, 'apiRefusalExplanation');
  if (fallback !== undefined) run.settings.change('model', fallback);
  const change = original === undefined || fallback === undefined ? undefined : `Model: ${original} → ${fallback}`;
  run.notice({
    ...stamp,
    kind: change === undefined ? 'api_error' : 'model_change',
    text: [text ?? change ?? 'The model refused', explanation].filter((each) => each !== undefined).join('\n'),
    ...moreOfRefusal(record),
  });
}

const more = remainingFields('hookCount', 'hookErrors', 'hookAdditionalContext', 'hasOutput', 'stopReason');

/** The hooks that ran when the agent stopped, and what they said. */
function emitStopHooks(run: Run, record: JsonObject, stamp: RecordStamp): void {
  const infos = field.objects(record, 'hookInfos');
  const stopReason = field.text(record, 'stopReason') ?? '';
  const durations = infos.flatMap((info) => positiveNumber(info, 'durationMs') ?? []);
  run.notice({
    ...stamp,
    kind: 'hook',
    text: [
      `Stop: ${counted(field.number(record, 'hookCount') ?? infos.length, 'hook')} ran`,
      ...infos.map((info) => field.text(info, 'command') ?? 'a hook'),
      ...textsOf(record, 'hookErrors'),
      ...textsOf(record, 'hookAdditionalContext'),
      ...(stopReason === '' ? [] : [stopReason]),
    ].join('\n'),
    durationMs: durations.length === 0 ? undefined : durations.reduce((sum, each) => sum + each, 0),
    ...more(record),
  });
}

function textsOf(record: JsonObject, key: string): string[] {
  return field.list(record, key).flatMap((each) => {
    if (typeof each === 'string') return [each];
    return isJsonObject(each) ? [jsonText(each)] : [];
  });
}

const moreOfMessage = remainingFields('toolUseID');
const moreOfTurn = remainingFields('durationMs');
const moreOfOther = remainingFields();

/** Converts a record of the CLI about the session: compaction, hooks, retries, local commands. */
export function convertSystem(conversation: Conversation, run: Run, record: JsonObject, stamp: RecordStamp): Ending {
  run.usage.flush();
  const subtype = field.text(record, 'subtype');
  const text = field.text(record, 'content');
  switch (subtype) {
    case undefined:
      return emitMessage(run, record, text, stamp);
    case 'local_command':
      return emitCommand(conversation, run, text, stamp);
    case 'compact_boundary':
      emitCompaction(run, fieldsOf(record.compactMetadata), text ?? 'Conversation compacted', stamp);
      return 'converted';
    case 'microcompact_boundary':
      emitCompaction(run, fieldsOf(record.microcompactMetadata), text ?? 'Context microcompacted', stamp);
      return 'converted';
    case 'stop_hook_summary':
      emitStopHooks(run, record, stamp);
      return 'converted';
    case 'turn_duration': {
      const durationMs = positiveNumber(record, 'durationMs');
      run.notice({ ...stamp, kind: 'info', text: 'Turn ended', durationMs, ...moreOfTurn(record) });
      return 'converted';
    }
    case 'api_error':
    case 'error':
      emitApiError(run, record, subtype === 'api_error' ? 'retry' : 'error', stamp);
      return 'converted';
    case 'model_refusal_fallback':
    case 'api_refusal':
      emitRefusal(run, record, text, stamp);
      return 'converted';
    case 'away_summary':
      run.message({ ...stamp, role: 'system', origin: 'system', text: text ?? '' });
      return 'converted';
    default:
      return emitOther(run, record, subtype, stamp);
  }
}

const levels: ReadonlyMap<string, NoticeKind> = new Map([
  ['warning', 'warning'],
  ['error', 'error'],
]);

function levelOf(record: JsonObject): NoticeKind {
  return levels.get(field.text(record, 'level') ?? '') ?? 'info';
}

/** In the first versions a hook's record begins with the hook's name in bold. */
const hookText = /(?:Pre|Post)ToolUse|SessionStart|UserPromptSubmit|Stop|Notification|PreCompact/;

/** Until 1.0.60, a system record is a text with a level; look-alikes put it into a message. */
function emitMessage(run: Run, record: JsonObject, content: string | undefined, stamp: RecordStamp): Ending {
  const text = content ?? field.text(fieldsOf(record.message), 'content');
  if (text === undefined || text.trim() === '') return { ignored: 'empty_message' };
  if (content === undefined) {
    run.message({ ...stamp, role: 'system', origin: 'system', text });
    return 'converted';
  }
  const call = field.text(record, 'toolUseID');
  const isHook = call !== undefined && hookText.test(text.slice(0, 80));
  const kind = isHook ? 'hook' : levelOf(record);
  run.notice({ ...stamp, kind, text, nativeCallId: call, ...moreOfMessage(record) });
  return 'converted';
}

const ofTheCli = { isMeta: true, origin: undefined, attachments: undefined, extensions: undefined };

function emitCommand(conversation: Conversation, run: Run, text: string | undefined, stamp: RecordStamp): Ending {
  if (text === undefined) return { ignored: 'empty_message' };
  for (const part of splitUserText(text)) emitPart(conversation, run, part, stamp, ofTheCli);
  return 'converted';
}

/** Shown to the person in the CLI's own words, if it has any. */
const plainTexts: ReadonlyMap<string, string> = new Map([
  ['informational', 'Information'],
  ['bridge_status', 'Remote control'],
  ['session_start', 'Session started'],
]);

function emitOther(run: Run, record: JsonObject, subtype: string, stamp: RecordStamp): Ending {
  const plain = plainTexts.get(subtype);
  if (plain === undefined) {
    run.unknown({ ...stamp, recordType: `system/${subtype}`, raw: record });
    return 'unknown';
  }
  const text = field.text(record, 'content') ?? plain;
  run.notice({ ...stamp, kind: levelOf(record), text, ...moreOfOther(record) });
  return 'converted';
}

/** The context was compacted: a notice with the tokens before and after, if the record has both. */
function emitCompaction(run: Run, metadata: JsonObject, text: string, stamp: RecordStamp): void {
  const before = positiveNumber(metadata, 'preTokens');
  const saved = positiveNumber(metadata, 'tokensSaved');
  const left = before === undefined || saved === undefined ? undefined : Math.max(0, before - saved);
  const trigger = field.text(metadata, 'trigger');
  run.notice({
    ...stamp,
    kind: 'compaction',
    text,
    tokensBefore: before,
    tokensAfter: positiveNumber(metadata, 'postTokens') ?? left,
    durationMs: positiveNumber(metadata, 'durationMs'),
    extensions: trigger === undefined ? undefined : { trigger },
  });
}

/** A non-negative number of a record: tokens, milliseconds. */
function positiveNumber(object: JsonObject, key: string): number | undefined {
  const value = field.number(object, key);
  return value === undefined || value < 0 ? undefined : value;
}
