import type { NoticeKind } from '../../../session/index.ts';
import { field, isJsonObject, type JsonObject } from '../../read/jsonObject.ts';
import type { Conversation, Ending, Place } from '../conversation.ts';
import { counted } from '../results/counted.ts';
import { snakeFields } from '../results/snakeFields.ts';
import type { Run } from '../run.ts';
import { splitUserText } from '../text/splitUserText.ts';
import { takeBack } from './convertAssistant.ts';
import { givePart } from './givePart.ts';

/** A record of the CLI about the session: compaction, hooks, retries, local commands. */
export function convertSystem(conversation: Conversation, run: Run, record: JsonObject, place: Place): Ending {
  run.usage.flush();
  const subtype = field.text(record, 'subtype');
  const text = field.text(record, 'content');
  switch (subtype) {
    case undefined:
      return giveMessage(run, record, text, place);
    case 'compact_boundary':
      return giveCompaction(
        run,
        field.object(record, 'compactMetadata') ?? {},
        text ?? 'Conversation compacted',
        place,
      );
    case 'microcompact_boundary':
      return giveCompaction(
        run,
        field.object(record, 'microcompactMetadata') ?? {},
        text ?? 'Context microcompacted',
        place,
      );
    case 'stop_hook_summary':
      return giveHooks(run, record, place);
    case 'turn_duration':
      run.notice({
        ...place,
        kind: 'info',
        text: 'Turn ended',
        durationMs: durationOf(record),
        ...more(record, turnKnown),
      });
      return 'converted';
    case 'api_error':
    case 'error':
      return giveError(run, record, subtype === 'api_error' ? 'retry' : 'error', place);
    case 'local_command':
      for (const part of splitUserText(text ?? '')) {
        givePart(conversation, run, part, place, {
          isMeta: true,
          origin: undefined,
          attachments: undefined,
          extensions: undefined,
        });
      }
      return text === undefined ? { ignored: 'empty_message' } : 'converted';
    case 'away_summary':
      run.message({ ...place, role: 'system', origin: 'system', text: text ?? '' });
      return 'converted';
    case 'model_refusal_fallback':
    case 'api_refusal':
      return giveRefusal(run, record, text, place);
    default:
      return giveOther(run, record, subtype, text, place);
  }
}

/** Facts of a record that have no field of their own. */
function more(record: JsonObject, known: ReadonlySet<string>): { extensions?: Record<string, unknown> } {
  const extensions = snakeFields(record, known);
  return extensions === undefined ? {} : { extensions };
}

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
const messageKnown = new Set(envelope);
const turnKnown = new Set([...envelope, 'durationMs']);
const hookKnown = new Set([...envelope, 'hookCount', 'hookErrors', 'hookAdditionalContext', 'hasOutput', 'stopReason']);
const errorKnown = new Set([...envelope, 'cause']);
const refusalKnown = new Set([...envelope, 'retractedMessageUuids', 'refusedUserMessageUuid', 'apiRefusalExplanation']);

const levels: ReadonlyMap<string, NoticeKind> = new Map([
  ['warning', 'warning'],
  ['error', 'error'],
]);

/** Hooks of the first versions announce themselves in bold. */
const hookText = /(?:Pre|Post)ToolUse|SessionStart|UserPromptSubmit|Stop|Notification|PreCompact/;

/** Until 1.0.60 a system record is a text with a level; imitations put it into a message. */
function giveMessage(run: Run, record: JsonObject, content: string | undefined, place: Place): Ending {
  const text = content ?? field.text(field.object(record, 'message') ?? {}, 'content');
  if (text === undefined || text.trim() === '') return { ignored: 'empty_message' };
  if (content === undefined) {
    run.message({ ...place, role: 'system', origin: 'system', text });
    return 'converted';
  }
  const call = field.text(record, 'toolUseID');
  const isHook = call !== undefined && hookText.test(text.slice(0, 80));
  run.notice({
    ...place,
    kind: isHook ? 'hook' : (levels.get(field.text(record, 'level') ?? '') ?? 'info'),
    text,
    nativeCallId: call,
    ...more(record, new Set([...messageKnown, 'toolUseID'])),
  });
  return 'converted';
}

function giveCompaction(run: Run, metadata: JsonObject, text: string, place: Place): Ending {
  const before = positive(metadata, 'preTokens');
  const saved = positive(metadata, 'tokensSaved');
  const after =
    positive(metadata, 'postTokens') ??
    (before !== undefined && saved !== undefined ? Math.max(0, before - saved) : undefined);
  const trigger = field.text(metadata, 'trigger');
  run.notice({
    ...place,
    kind: 'compaction',
    text,
    tokensBefore: before,
    tokensAfter: after,
    durationMs: durationOf(metadata),
    extensions: trigger === undefined ? undefined : { trigger },
  });
  return 'converted';
}

function giveHooks(run: Run, record: JsonObject, place: Place): Ending {
  const infos = field.objects(record, 'hookInfos');
  const commands = infos.map((info) => field.text(info, 'command') ?? 'a hook');
  const errors = stringsOf(record, 'hookErrors');
  const contexts = stringsOf(record, 'hookAdditionalContext');
  const stopReason = field.text(record, 'stopReason') ?? '';
  const durations = infos.flatMap((info) => durationOf(info) ?? []);
  run.notice({
    ...place,
    kind: 'hook',
    text: [
      `Stop: ${counted(field.number(record, 'hookCount') ?? infos.length, 'hook')} ran`,
      ...commands,
      ...errors,
      ...contexts,
      ...(stopReason === '' ? [] : [stopReason]),
    ].join('\n'),
    durationMs: durations.length === 0 ? undefined : durations.reduce((sum, each) => sum + each, 0),
    ...more(record, hookKnown),
  });
  return 'converted';
}

/** The API's own words, however deep they lie. */
function giveError(run: Run, record: JsonObject, kind: NoticeKind, place: Place): Ending {
  const error = field.object(record, 'error') ?? {};
  const nested = field.object(error, 'error') ?? {};
  const inner = field.object(nested, 'error') ?? nested;
  const status = field.number(error, 'status');
  const said =
    field.text(error, 'formatted') ??
    field.text(error, 'message') ??
    field.text(inner, 'message') ??
    field.text(record, 'content');
  const attempt = field.number(record, 'retryAttempt');
  const most = field.number(record, 'maxRetries');
  const retry = attempt === undefined ? '' : ` (retry ${attempt}${most === undefined ? '' : ` of ${most}`})`;
  run.notice({
    ...place,
    kind,
    text: `${said ?? (status === undefined ? 'The API gave an error' : `The API answered ${status}`)}${retry}`,
    ...more(record, errorKnown),
  });
  return 'converted';
}

/** A model refused: what it had said is taken back, and another model may go on. */
function giveRefusal(run: Run, record: JsonObject, text: string | undefined, place: Place): Ending {
  takeBack(run, record, 'retractedMessageUuids');
  const [from, to] = [field.text(record, 'originalModel'), field.text(record, 'fallbackModel')];
  const explanation = field.text(record, 'apiRefusalExplanation');
  const changed = from !== undefined && to !== undefined;
  run.notice({
    ...place,
    kind: changed ? 'model_change' : 'api_error',
    text: [text ?? (changed ? `Model: ${from} → ${to}` : 'The model refused'), explanation]
      .filter((each) => each !== undefined)
      .join('\n'),
    ...more(record, refusalKnown),
  });
  return 'converted';
}

const quietKinds = new Set(['informational', 'bridge_status', 'session_start']);

function giveOther(run: Run, record: JsonObject, subtype: string, text: string | undefined, place: Place): Ending {
  if (!quietKinds.has(subtype)) {
    run.unknown({ ...place, recordType: `system/${subtype}`, raw: record });
    return 'unknown';
  }
  const kind = levels.get(field.text(record, 'level') ?? '') ?? 'info';
  run.notice({
    ...place,
    kind,
    text: text ?? (subtype === 'session_start' ? 'Session started' : subtype),
    ...more(record, messageKnown),
  });
  return 'converted';
}

function durationOf(object: JsonObject): number | undefined {
  return positive(object, 'durationMs');
}

function positive(object: JsonObject, key: string): number | undefined {
  const value = field.number(object, key);
  return value === undefined || value < 0 ? undefined : value;
}

function stringsOf(record: JsonObject, key: string): string[] {
  return field.list(record, key).flatMap((each) => {
    if (typeof each === 'string') return [each];
    return isJsonObject(each) ? [JSON.stringify(each)] : [];
  });
}
