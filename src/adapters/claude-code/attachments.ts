import type { NoticeKind } from '../../session/index.ts';
import { field, fieldsOf, isJsonObject, type JsonObject } from '../read/jsonObject.ts';
import { readContext } from './context.ts';
import type { Conversation, Ending, RecordStamp } from './conversation.ts';
import { attachmentOf, blocksOf, emitNotification, emitPart } from './parts.ts';
import { snakeFields } from './results/fields.ts';
import type { Run } from './run.ts';
import { splitUserText } from './userText.ts';

/** Something that the CLI added to the conversation: a hook's result, a reminder, a file, a queued prompt. */
export function convertAttachment(
  conversation: Conversation,
  run: Run,
  record: JsonObject,
  stamp: RecordStamp,
): Ending {
  const attachment = field.object(record, 'attachment');
  if (attachment === undefined) return { dropped: 'malformed-record', message: 'An attachment record holds none.' };
  const type = field.text(attachment, 'type') ?? 'attachment';
  if (type.startsWith('hook_')) return convertHook(run, attachment, type, stamp);
  if (type === 'queued_command') return convertQueuedCommand(conversation, run, attachment, stamp);
  if (type === 'task_reminder' || type === 'todo_reminder')
    return convertReminder(conversation, run, attachment, stamp);
  if (type === 'file' || type === 'nested_memory') return convertFile(run, attachment, type, stamp);
  if (type === 'mcp_resource') return convertResource(run, attachment, stamp);
  if (type === 'async_hook_response') return convertAsyncHook(run, attachment, stamp);
  if (type === 'teammate_mailbox') return convertMailbox(conversation, run, record, attachment, stamp);
  const notice = notices.get(type);
  if (notice !== undefined) {
    const extensions = snakeFields(attachment, typeOnly);
    run.notice({
      ...stamp,
      kind: notice.kind,
      text: notice.text(attachment),
      nativeCallId: field.text(attachment, 'toolUseID'),
      extensions,
    });
    return 'converted';
  }
  const context = readContext(type, attachment);
  if (context === undefined) {
    run.unknown({ ...stamp, recordType: `attachment/${type}`, raw: attachment });
    return 'unknown';
  }
  run.message({ ...stamp, role: 'system', origin: 'context', ...context });
  return 'converted';
}

const typeOnly = new Set(['type', 'text', 'banner', 'toolUseID']);

interface NoticeForm {
  kind: NoticeKind;
  text(attachment: JsonObject): string;
}

const words = (attachment: JsonObject, ...keys: string[]): string =>
  keys
    .flatMap((key) => {
      const value = attachment[key];
      return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
    })
    .join(' · ');

/** The goal set by the person, and whether it is met; field names depend on the version. */
function goalText(attachment: JsonObject): string {
  const said = words(attachment, 'condition', 'goal', 'objective', 'status', 'state', 'reason', 'message');
  const met = field.flag(attachment, 'met');
  return ['Goal', said, met === undefined ? '' : met ? 'met' : 'not met'].filter((each) => each !== '').join(' · ');
}

const mode = (text: string): NoticeForm => ({ kind: 'mode_change', text: () => text });

/** Attachments that report an event. */
const notices: ReadonlyMap<string, NoticeForm> = new Map<string, NoticeForm>([
  ['plan_mode', mode('Plan mode')],
  ['plan_mode_reentry', mode('Plan mode again')],
  ['plan_mode_exit', mode('Plan mode ended')],
  ['auto_mode', mode('Auto mode')],
  ['auto_mode_exit', mode('Auto mode ended')],
  ['ultra_effort_enter', mode('Ultra effort')],
  ['ultra_effort_exit', mode('Ultra effort ended')],
  ['date_change', { kind: 'info', text: (each) => `The date is now ${words(each, 'newDate')}` }],
  [
    'budget_usd',
    { kind: 'info', text: (each) => `Budget: ${words(each, 'used')} of ${words(each, 'total')} USD used` },
  ],
  [
    'task_status',
    { kind: 'background_task', text: (each) => words(each, 'description', 'status', 'deltaSummary') || 'Task' },
  ],
  ['goal_status', { kind: 'info', text: goalText }],
  ['read_truncation_notice', { kind: 'truncation', text: (each) => words(each, 'banner') }],
]);

/** A prompt that the CLI inserted into a running turn: it is recorded only here. */
function convertQueuedCommand(
  conversation: Conversation,
  run: Run,
  attachment: JsonObject,
  stamp: RecordStamp,
): Ending {
  const blocks = blocksOf(attachment.prompt) ?? [];
  const text = blocks.flatMap((block) => field.text(block, 'text') ?? []).join('\n');
  const images = blocks.flatMap((block) => attachmentOf(block) ?? []);
  if (text.trim() === '' && images.length === 0) return { ignored: 'empty_message' };
  if (conversation.queue.sent(text)) return { ignored: 'prompt_copy' };
  const kind = field.text(fieldsOf(attachment.origin), 'kind');
  const typedAt = field.text(attachment, 'timestamp') ?? stamp.at;
  for (const part of splitUserText(text)) {
    if (part.is === 'notification') emitNotification(conversation, run, part.body, stamp);
    else {
      emitPart(conversation, run, part, stamp, {
        isMeta: attachment.isMeta === true,
        origin:
          kind === 'task-notification' || attachment.commandMode === 'task-notification' ? 'background_task' : 'queued',
        attachments: images,
        extensions: typedAt === stamp.at ? undefined : { queued_at: typedAt },
      });
    }
  }
  return 'converted';
}

/** A reminder of the checklist for the model; it shows the checklist's state if no call has shown it. */
function convertReminder({ checklist }: Conversation, run: Run, attachment: JsonObject, stamp: RecordStamp): Ending {
  const entries = field.list(attachment, 'content');
  if (entries.length === 0 || !checklist.replace(entries)) return { ignored: 'repeated_checklist' };
  const { at, ref } = stamp;
  run.plan({ at, ref, items: checklist.items() });
  return 'converted';
}

/** A file mentioned in a prompt, or a memory file that came with one. */
function convertFile(run: Run, attachment: JsonObject, type: string, stamp: RecordStamp): Ending {
  const content = fieldsOf(attachment.content);
  const file = field.object(content, 'file') ?? content;
  const path =
    field.text(attachment, 'filename') ?? field.text(attachment, 'path') ?? field.text(file, 'filePath') ?? 'a file';
  const text = field.text(attachment, 'content') ?? field.text(file, 'content');
  const base64 = field.text(file, 'base64');
  run.message({
    ...stamp,
    role: 'system',
    origin: 'context',
    text: type === 'nested_memory' ? `Memory: ${path}` : `File: ${path}`,
    attachments: [
      {
        kind: base64 === undefined ? 'file' : content.type === 'pdf' ? 'document' : 'image',
        name: path,
        text,
        base64,
        media_type: base64 === undefined ? undefined : field.text(file, 'type'),
      },
    ],
    extensions: isJsonObject(attachment.content) ? snakeFields(file, fileKnown) : undefined,
  });
  return 'converted';
}

/** What an MCP server returned when a prompt mentioned it. */
function convertResource(run: Run, attachment: JsonObject, stamp: RecordStamp): Ending {
  const name = field.text(attachment, 'name') ?? field.text(attachment, 'uri') ?? 'a resource';
  const contents = field.objects(fieldsOf(attachment.content), 'contents');
  run.message({
    ...stamp,
    role: 'system',
    origin: 'context',
    text: `Resource: ${name} (${field.text(attachment, 'server') ?? 'MCP'})`,
    attachments: contents.map((each) => ({
      kind: 'document',
      name: field.text(each, 'uri') ?? name,
      media_type: field.text(each, 'mimeType'),
      text: field.text(each, 'text'),
      base64: field.text(each, 'blob'),
    })),
    extensions: snakeFields(attachment, resourceKnown),
  });
  return 'converted';
}

const resourceKnown = new Set(['type', 'content', 'name']);

/** What the team's other agents wrote while this one worked. */
function convertMailbox(
  conversation: Conversation,
  run: Run,
  record: JsonObject,
  attachment: JsonObject,
  stamp: RecordStamp,
): Ending {
  const messages = field.objects(attachment, 'messages');
  for (const teammateMessage of messages) {
    const at = field.text(teammateMessage, 'timestamp');
    const manner = {
      isMeta: false,
      origin: undefined,
      attachments: undefined,
      extensions: { ...snakeFields(teammateMessage, messageFields), ...(at === undefined ? {} : { sent_at: at }) },
      to: field.text(record, 'agentName'),
    };
    const from = field.text(teammateMessage, 'from') ?? 'teammate';
    const text = field.text(teammateMessage, 'text') ?? '';
    emitPart(conversation, run, { is: 'teammate', text, from, summary: undefined }, stamp, manner);
  }
  return messages.length === 0 ? { ignored: 'empty_message' } : 'converted';
}

const messageFields = new Set(['from', 'text', 'timestamp']);

const fileKnown = new Set(['content', 'base64', 'filePath', 'path', 'cells']);

const known = new Set([
  'type',
  'hookName',
  'hookEvent',
  'toolUseID',
  'content',
  'stdout',
  'stderr',
  'durationMs',
  'blockingError',
  'command',
]);

const asyncKnown = new Set([...known, 'response']);

/** The result of a hook that ran asynchronously: a notice, and what it gives to the model as a message of the hook. */
function convertAsyncHook(run: Run, attachment: JsonObject, stamp: RecordStamp): Ending {
  const name = field.text(attachment, 'hookName') ?? field.text(attachment, 'hookEvent') ?? 'Hook';
  const response = fieldsOf(attachment.response);
  const special = fieldsOf(response.hookSpecificOutput);
  const { systemMessage: _, hookSpecificOutput: __, ...answer } = response;
  const { additionalContext: ___, ...more } = special;
  const said = field.text(response, 'systemMessage') ?? '';
  const lines = [`${name} hook answered`, commandOf(attachment), said, ...outputsOf(attachment)];
  run.notice({
    ...stamp,
    kind: 'hook',
    text: lines.filter((line) => line.trim() !== '').join('\n'),
    nativeCallId: field.text(attachment, 'toolUseID'),
    extensions: { ...snakeFields({ ...answer, ...more }, new Set()), ...snakeFields(attachment, asyncKnown) },
  });
  const context = field.text(special, 'additionalContext') ?? '';
  if (context.trim() !== '') {
    run.message({ ...stamp, role: 'system', origin: 'hook', text: context, extensions: { hook: name } });
  }
  return 'converted';
}

/** The result of a hook: what it gives to the model is a message of the hook, everything else a notice. */
function convertHook(run: Run, attachment: JsonObject, type: string, stamp: RecordStamp): Ending {
  const name = field.text(attachment, 'hookName') ?? field.text(attachment, 'hookEvent') ?? 'Hook';
  const extensions = snakeFields(attachment, known);
  if (type === 'hook_additional_context') {
    const text = contentOf(attachment);
    if (text === '') return { ignored: 'empty_message' };
    run.message({ ...stamp, role: 'system', origin: 'hook', text, extensions: { hook: name, ...extensions } });
    return 'converted';
  }
  const lines = [headline(name, type), commandOf(attachment), ...outputsOf(attachment)].filter(
    (line) => line.trim() !== '',
  );
  run.notice({
    ...stamp,
    kind: 'hook',
    text: lines.join('\n'),
    nativeCallId: field.text(attachment, 'toolUseID'),
    durationMs: Math.max(0, field.number(attachment, 'durationMs') ?? 0) || undefined,
    extensions,
  });
  return 'converted';
}

const verbs: ReadonlyMap<string, string> = new Map([
  ['hook_success', 'succeeded'],
  ['hook_blocking_error', 'blocked'],
  ['hook_non_blocking_error', 'failed'],
  ['hook_error_during_execution', 'failed'],
  ['hook_cancelled', 'was cancelled'],
  ['hook_system_message', 'says'],
  ['hook_stopped_continuation', 'stopped the agent'],
]);

function headline(name: string, type: string): string {
  return `${name} hook ${verbs.get(type) ?? type.slice('hook_'.length).replaceAll('_', ' ')}`;
}

function commandOf(attachment: JsonObject): string {
  const error = field.object(attachment, 'blockingError');
  return field.text(attachment, 'command') ?? (error === undefined ? undefined : field.text(error, 'command')) ?? '';
}

/** The hook's text; `content` often repeats its standard output. */
function outputsOf(attachment: JsonObject): string[] {
  const error = field.object(attachment, 'blockingError');
  const blocked = error === undefined ? field.text(attachment, 'blockingError') : field.text(error, 'blockingError');
  const texts = [
    blocked ?? '',
    contentOf(attachment),
    field.text(attachment, 'message') ?? '',
    field.text(attachment, 'stdout') ?? '',
    field.text(attachment, 'stderr') ?? '',
  ];
  return texts.map((text) => text.trim()).filter((text, at, all) => text !== '' && all.indexOf(text) === at);
}

function contentOf(attachment: JsonObject): string {
  const { content } = attachment;
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.filter((each) => typeof each === 'string').join('\n') : '';
}
