import { field, fieldsOf, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import type { Conversation, Ending, RecordStamp } from './conversation.ts';
import { blockText } from './copies.ts';
import { attachmentOf, contentBlocks } from './parts.ts';
import { closeResult } from './results/close.ts';
import { isDelegation, isShell } from './results/read.ts';
import { type Run, takeBack } from './run.ts';

interface ToolUse {
  record: JsonObject;
  block: JsonObject;
  stamp: RecordStamp;
}

/** The tool whose calls start a workflow, and so many agents. */
function startedByWorkflow(name: string): { subagent_type: string } | undefined {
  return name === 'Workflow' ? { subagent_type: 'workflow' } : undefined;
}

const DEFAULT_AGENT = 'general-purpose';

/** Opens the call of a `tool_use` block. */
function openToolCall(conversation: Conversation, run: Run, { record, block, stamp }: ToolUse): void {
  const id = field.text(block, 'id');
  const name = field.text(block, 'name') ?? 'unknown';
  const input = isJsonObject(block.input) ? block.input : {};
  const subagentType = field.text(input, 'subagent_type');
  const delegates = isDelegation(name);
  const seq = run.openCall({
    at: stamp.at,
    ref: stamp.ref,
    nativeId: id,
    name,
    params: isJsonObject(block.input) ? { ...block.input } : { input: block.input },
    description: field.text(input, 'description') ?? field.text(input, 'subject'),
    rawCommand: isShell(name) || name === 'Monitor' ? field.text(input, 'command') : undefined,
    subagent: delegates ? { subagent_type: subagentType ?? DEFAULT_AGENT } : startedByWorkflow(name),
    inferred: delegates && subagentType === undefined ? ['subagent_info.subagent_type'] : undefined,
    extensions: extensionsOfCall(record, stamp),
  });
  run.openCalls.set(id ?? seq, { id: id ?? seq, name, input });
  if (!delegates || id === undefined) return;
  conversation.links.noteStart(id, field.text(input, 'prompt'), {
    type: subagentType ?? DEFAULT_AGENT,
    description: field.text(input, 'description'),
  });
}

const attributions = [
  ['attributionSkill', 'attribution_skill'],
  ['attributionAgent', 'attribution_agent'],
  ['attributionPlugin', 'attribution_plugin'],
  ['attributionMcpServer', 'attribution_mcp_server'],
  ['attributionMcpTool', 'attribution_mcp_tool'],
] as const;

/** The response that made the call, and the reason for it as stated by the CLI. */
function extensionsOfCall(record: JsonObject, stamp: RecordStamp): Record<string, unknown> {
  const extensions: Record<string, unknown> = {};
  const message = field.object(record, 'message');
  const messageId = message === undefined ? undefined : field.text(message, 'id');
  if (stamp.nativeId !== undefined) extensions.record_uuid = stamp.nativeId;
  if (messageId !== undefined) extensions.message_id = messageId;
  for (const [key, name] of attributions) {
    const value = record[key];
    if (typeof value === 'string') extensions[name] = value;
  }
  return extensions;
}

/** The model named in messages that the CLI generated itself. */
const SYNTHETIC = '<synthetic>';

/** A record of a model's response, with one or more of its blocks. */
export function convertAssistant(conversation: Conversation, run: Run, record: JsonObject, stamp: RecordStamp): Ending {
  const blocks = contentBlocks(record);
  if (blocks === undefined) return { dropped: 'malformed-record', message: 'An assistant message has no content.' };
  const message = fieldsOf(record.message);
  const model = field.text(message, 'model');
  noteModel(run, model, stamp, blocks);
  noteEffort(conversation, run, record, stamp);
  takeBack(run, record, 'supersedesUuids');
  let made = 0;
  for (const block of blocks) {
    const isMade = convertBlock(conversation, run, { record, block, stamp, model });
    made += isMade ? 1 : 0;
    if (isMade && run === conversation.main) {
      conversation.rewritten.noteBlock(field.text(message, 'id'), textOf(block.type), blockText(block), run.lastSeq);
    }
  }
  run.usage.note(record, message, stamp.ref);
  const cut = field.text(message, 'stop_reason') === 'max_tokens';
  if (cut) run.notice({ ...stamp, kind: 'truncation', text: 'The reply was cut off: it reached the limit of tokens.' });
  return made > 0 || field.object(message, 'usage') !== undefined ? 'converted' : { ignored: 'empty_message' };
}

interface Block {
  record: JsonObject;
  block: JsonObject;
  stamp: RecordStamp;
  model: string | undefined;
}

/** Whether the block became an item. */
function convertBlock(conversation: Conversation, run: Run, { record, block, stamp, model }: Block): boolean {
  const type = textOf(block.type);
  switch (type) {
    case 'text':
      return emitText(run, record, field.text(block, 'text') ?? '', stamp, model);
    case 'thinking':
      run.thinking({ ...stamp, text: field.text(block, 'thinking') });
      return true;
    case 'redacted_thinking':
      run.thinking({ ...stamp });
      return true;
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      openToolCall(conversation, run, { record, block, stamp });
      run.turn = 'calling';
      return true;
    case 'fallback':
      emitFallback(run, block, stamp);
      return true;
  }
  if (type.endsWith('_tool_result')) {
    closeResult(conversation, run, { record, block, stamp, alone: false });
    return true;
  }
  const attachment = attachmentOf(block);
  if (attachment === undefined) run.unknown({ ...stamp, recordType: `assistant/${type}`, raw: block });
  else run.message({ ...stamp, role: 'assistant', text: '', model, attachments: [attachment] });
  return true;
}

function emitText(run: Run, record: JsonObject, text: string, stamp: RecordStamp, model: string | undefined): boolean {
  if (text.trim() === '') return false;
  if (record.isApiErrorMessage === true) {
    run.turn = 'api_error';
    run.notice({ ...stamp, kind: 'api_error', text, extensions: errorOf(record) });
    return true;
  }
  const origin = model === SYNTHETIC ? 'system' : undefined;
  if (origin === undefined) run.turn = 'answered';
  run.message({ ...stamp, role: 'assistant', text, model, origin, extensions: extensionsOf(record) });
  return true;
}

function errorOf(record: JsonObject): Record<string, unknown> | undefined {
  const entries = [
    ['error', record.error],
    ['status', record.apiErrorStatus],
    ['details', record.errorDetails],
  ].filter(([, value]) => value !== undefined && value !== null);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function extensionsOf(record: JsonObject): Record<string, unknown> | undefined {
  return record.isAbortedMidStream === true ? { aborted: true } : undefined;
}

/** Another model took over; a record about the refusal may have reported it already. */
function emitFallback(run: Run, block: JsonObject, stamp: RecordStamp): void {
  const to = modelOf(block.to);
  if (run.settings.change('model', to).is === 'same') return;
  run.notice({ ...stamp, kind: 'model_change', text: `Model: ${modelOf(block.from)} → ${to}` });
}

function noteModel(run: Run, model: string | undefined, stamp: RecordStamp, blocks: readonly JsonObject[]): void {
  if (model === undefined || model === SYNTHETIC || model === '') return;
  run.models.set(model, (run.models.get(model) ?? 0) + 1);
  // The block states the previous model more reliably.
  if (blocks.some(({ type }) => type === 'fallback')) return;
  const change = run.settings.change('model', model);
  if (change.is === 'changed') run.notice({ ...stamp, kind: 'model_change', text: `Model: ${change.from} → ${model}` });
}

function noteEffort(conversation: Conversation, run: Run, record: JsonObject, stamp: RecordStamp): void {
  const effort = field.text(record, 'effort');
  if (effort === undefined) return;
  const change = run.settings.change('effort', effort);
  if (change.is === 'first') conversation.facts.noteSetting('reasoning_effort', effort);
  if (change.is === 'changed')
    run.notice({ ...stamp, kind: 'mode_change', text: `Effort: ${change.from} → ${effort}` });
}

function modelOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const model = typeof value === 'object' && value !== null && 'model' in value ? value.model : undefined;
  return typeof model === 'string' ? model : 'another model';
}
