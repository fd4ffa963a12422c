import type { NoticeKind } from '../../../session/index.ts';
import { field, type JsonObject } from '../../read/jsonObject.ts';
import type { Conversation, Ending, Place } from '../conversation.ts';
import type { Run } from '../run.ts';
import { splitUserText } from '../text/splitUserText.ts';
import { givePart } from './givePart.ts';
import { giveApiError, giveRefusal } from './system/giveApiError.ts';
import { giveCompaction } from './system/giveCompaction.ts';
import { giveStopHooks } from './system/giveStopHooks.ts';
import { positiveNumber } from './system/positiveNumber.ts';
import { remainingFields } from './system/remainingFields.ts';

const moreOfMessage = remainingFields('toolUseID');
const moreOfTurn = remainingFields('durationMs');
const moreOfOther = remainingFields();

/** A record of the CLI about the session: compaction, hooks, retries, local commands. */
export function convertSystem(conversation: Conversation, run: Run, record: JsonObject, place: Place): Ending {
  run.usage.flush();
  const subtype = field.text(record, 'subtype');
  const text = field.text(record, 'content');
  switch (subtype) {
    case undefined:
      return giveMessage(run, record, text, place);
    case 'local_command':
      return giveCommand(conversation, run, text, place);
    case 'compact_boundary':
      giveCompaction(run, field.object(record, 'compactMetadata') ?? {}, text ?? 'Conversation compacted', place);
      return 'converted';
    case 'microcompact_boundary':
      giveCompaction(run, field.object(record, 'microcompactMetadata') ?? {}, text ?? 'Context microcompacted', place);
      return 'converted';
    case 'stop_hook_summary':
      giveStopHooks(run, record, place);
      return 'converted';
    case 'turn_duration': {
      const durationMs = positiveNumber(record, 'durationMs');
      run.notice({ ...place, kind: 'info', text: 'Turn ended', durationMs, ...moreOfTurn(record) });
      return 'converted';
    }
    case 'api_error':
    case 'error':
      giveApiError(run, record, subtype === 'api_error' ? 'retry' : 'error', place);
      return 'converted';
    case 'model_refusal_fallback':
    case 'api_refusal':
      giveRefusal(run, record, text, place);
      return 'converted';
    case 'away_summary':
      run.message({ ...place, role: 'system', origin: 'system', text: text ?? '' });
      return 'converted';
    default:
      return giveOther(run, record, subtype, place);
  }
}

const levels: ReadonlyMap<string, NoticeKind> = new Map([
  ['warning', 'warning'],
  ['error', 'error'],
]);

function levelOf(record: JsonObject): NoticeKind {
  return levels.get(field.text(record, 'level') ?? '') ?? 'info';
}

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
  const kind = isHook ? 'hook' : levelOf(record);
  run.notice({ ...place, kind, text, nativeCallId: call, ...moreOfMessage(record) });
  return 'converted';
}

const ofTheCli = { isMeta: true, origin: undefined, attachments: undefined, extensions: undefined };

function giveCommand(conversation: Conversation, run: Run, text: string | undefined, place: Place): Ending {
  if (text === undefined) return { ignored: 'empty_message' };
  for (const part of splitUserText(text)) givePart(conversation, run, part, place, ofTheCli);
  return 'converted';
}

/** Told to the person in the CLI's own words, where it has any. */
const plainTexts: ReadonlyMap<string, string> = new Map([
  ['informational', 'Information'],
  ['bridge_status', 'Remote control'],
  ['session_start', 'Session started'],
]);

function giveOther(run: Run, record: JsonObject, subtype: string, place: Place): Ending {
  const plain = plainTexts.get(subtype);
  if (plain === undefined) {
    run.unknown({ ...place, recordType: `system/${subtype}`, raw: record });
    return 'unknown';
  }
  const text = field.text(record, 'content') ?? plain;
  run.notice({ ...place, kind: levelOf(record), text, ...moreOfOther(record) });
  return 'converted';
}
