import type { NoticeKind } from '../../session/index.ts';
import type { RecordStamp } from '../claude-code/conversation.ts';
import { snakeFields } from '../claude-code/results/fields.ts';
import { noteSurroundings } from '../claude-code/sideRecords.ts';
import { field, type JsonObject, textOf } from '../read/jsonObject.ts';
import type { StreamSession, StreamVerdict } from './session.ts';

/** A record of the program about its session: settings, compaction, hooks, tasks in the background, retries. */
export function convertSystem(session: StreamSession, record: JsonObject, stamp: RecordStamp): StreamVerdict {
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
      const metadata = field.object(record, 'compact_metadata') ?? {};
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
