import { convertContext, partsOf, textIn } from '../gemini-cli/messages.ts';
import type { MessageStamp } from '../gemini-cli/run.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import type { QwenRun, QwenVerdict, Recording } from './run.ts';

/** What the program notes beside the conversation. About 35 kinds are known, and each version adds some. */
export function convertSystem(recording: Recording, record: JsonObject, stamp: MessageStamp): QwenVerdict {
  const { run } = recording;
  const payload = field.object(record, 'systemPayload');
  const subtype = field.text(record, 'subtype') ?? '';
  const convert = kinds.get(subtype);
  if (payload === undefined) {
    if (subtype === 'ui_telemetry') return { ignored: 'telemetry' };
    return convertWords(run, record, record, stamp);
  }
  return convert === undefined ? convertWords(run, record, payload, stamp) : convert(recording, payload, stamp);
}

type Convert = (recording: Recording, payload: JsonObject, stamp: MessageStamp) => QwenVerdict;

const snapshot: Convert = () => ({ ignored: 'snapshot' });

const kinds: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['ui_telemetry', ({ run }, payload, stamp) => convertTelemetry(run, payload, stamp)],
  ['chat_compression', ({ run }, payload, stamp) => convertCompression(run, payload, stamp)],
  ['slash_command', ({ run }, payload, stamp) => convertCommand(run, payload, stamp)],
  ['at_command', ({ run }, payload, stamp) => convertAtCommand(run, payload, stamp)],
  ['custom_title', ({ run }, payload) => convertTitle(run, payload)],
  ['rewind', ({ run }, payload, stamp) => convertRewind(run, payload, stamp)],
  ['parent_session', convertParent],
  ['session_model', ({ run }, payload, stamp) => convertSetting(run, 'Model', ['model', 'modelId'], payload, stamp)],
  [
    'session_approval_mode',
    ({ run }, payload, stamp) => convertSetting(run, 'Approval', ['approvalMode', 'mode'], payload, stamp),
  ],
  ['agent_bootstrap', () => ({ ignored: 'context_copy' })],
  ['file_history_snapshot', snapshot],
  ['attribution_snapshot', snapshot],
  ['session_source', snapshot],
]);

/** A note of an unknown kind, or with a changed shape: its text, if it has one. */
function convertWords(run: QwenRun, record: JsonObject, payload: JsonObject, stamp: MessageStamp): QwenVerdict {
  const subtype = field.text(record, 'subtype') ?? 'system';
  const { message } = record;
  const parts = isJsonObject(message) ? partsOf(message.parts ?? message.content) : [];
  const said = textIn(parts);
  const words = ['displayText', 'text', 'message'].map((key) => field.text(payload, key)).find((text) => text?.trim());
  const text = words ?? said;
  if (text.trim() === '') {
    run.made(run.sink.unknown({ ...stamp, recordType: `system/${subtype}`, raw: record }));
    return 'unknown';
  }
  const payloadOnly = payload === record ? undefined : payload;
  run.notice('info', text, stamp, { extensions: { subtype, payload: payloadOnly } });
  return 'converted';
}

/** How long a call took and whether a person refused it is recorded only here, as are errors of the model's server. */
function convertTelemetry(run: QwenRun, payload: JsonObject, stamp: MessageStamp): QwenVerdict {
  const event = fieldsOf(payload.uiEvent);
  const name = field.text(event, 'function_name');
  if (name !== undefined) {
    const call = run.takeTimedCall(name, event.function_args);
    const durationMs = field.number(event, 'duration_ms');
    if (call === undefined) return { ignored: 'telemetry' };
    run.sink.amendCall(call.handle, {
      ...(durationMs === undefined || durationMs < 0 ? {} : { durationMs }),
      ...(event.decision === 'reject' ? { outcome: 'denied' } : {}),
    });
    return 'converted';
  }
  const error = field.text(event, 'error_message') ?? field.text(event, 'error');
  if (error === undefined || error === '') return { ignored: 'telemetry' };
  const { status_code, error_type, model } = event;
  run.notice('api_error', error, stamp, { extensions: { status_code, error_type, model } });
  run.state = 'failed';
  return 'converted';
}

/** The part of the conversation kept for the model; only what was not said before is emitted. */
function convertCompression(run: QwenRun, payload: JsonObject, stamp: MessageStamp): QwenVerdict {
  const info = fieldsOf(payload.info);
  const trigger = field.text(info, 'triggerReason');
  run.notice('compaction', 'Conversation compacted', stamp, {
    tokensBefore: field.number(info, 'originalTokenCount'),
    tokensAfter: field.number(info, 'newTokenCount'),
    ...(trigger === undefined ? {} : { extensions: { trigger } }),
  });
  for (const { role, parts } of field.objects(payload, 'compressedHistory')) {
    const text = textIn(partsOf(parts));
    const known = run.texts.find(`${role === 'user' ? 'user' : 'gemini'} ${text}`) ?? run.texts.find(`user ${text}`);
    if (known === undefined) convertContext(run, { content: parts }, { ...stamp, nativeId: undefined });
  }
  return 'converted';
}

function convertCommand(run: QwenRun, payload: JsonObject, stamp: MessageStamp): QwenVerdict {
  const command = field.text(payload, 'rawCommand') ?? '';
  const before = run.changes;
  if (payload.phase !== 'result' && command !== '') {
    run.made(run.sink.message({ ...stamp, role: 'user', origin: 'command', text: command }));
  }
  for (const item of field.objects(payload, 'outputHistoryItems')) {
    const text = field.text(item, 'text');
    const kind = item.type === 'error' ? 'error' : item.type === 'warning' ? 'warning' : 'info';
    if (text !== undefined && text.trim() !== '') run.notice(kind, text, stamp, { extensions: { command } });
    else run.notice('info', `${command}: ${textOf(item.type)}`, stamp, { extensions: { output: item } });
  }
  return run.changes > before ? 'converted' : { ignored: 'repeated_message' };
}

/** Files that a person named with `@`. */
function convertAtCommand(run: QwenRun, payload: JsonObject, stamp: MessageStamp): QwenVerdict {
  const files = field.list(payload, 'filesRead').map(textOf);
  const message = field.text(payload, 'message');
  const lines = [...files, ...(message === undefined ? [] : [message])];
  const text = lines.length === 0 ? (field.text(payload, 'userText') ?? '@') : lines.join('\n');
  run.notice(payload.status === 'error' ? 'warning' : 'info', text, stamp, { extensions: { at_command: payload } });
  return 'converted';
}

function convertTitle(run: QwenRun, payload: JsonObject): QwenVerdict {
  const title = field.text(payload, 'customTitle') ?? field.text(payload, 'title');
  if (title === undefined || title.trim() === '' || title === run.title) return { ignored: 'repeated_setting' };
  run.title = title;
  return 'converted';
}

function convertRewind(run: QwenRun, payload: JsonObject, stamp: MessageStamp): QwenVerdict {
  run.state = 'answered';
  run.notice('info', 'Went back to an earlier message', stamp, {
    extensions: { to: payload.targetUuid, truncated: payload.truncatedCount },
  });
  return 'converted';
}

function convertParent({ is, sink }: Recording, payload: JsonObject): QwenVerdict {
  const id = field.text(payload, 'parentSessionId');
  if (id === undefined) return { ignored: 'snapshot' };
  if (is === 'session') sink.describe({ parent: { relation: 'forked', native_id: id } });
  else sink.describe({ extensions: { parent_session: id } });
  return 'converted';
}

function convertSetting(
  run: QwenRun,
  name: 'Model' | 'Approval',
  keys: readonly string[],
  payload: JsonObject,
  stamp: MessageStamp,
): QwenVerdict {
  const value = keys.map((key) => field.text(payload, key)).find((each) => each !== undefined);
  if (value !== undefined) return run.change(name, value, stamp);
  run.made(run.sink.unknown({ ...stamp, recordType: `system/${name.toLowerCase()}`, raw: payload }));
  return 'unknown';
}
