import type { MessageOrigin } from '../../session/index.ts';
import type { AttachmentPart } from '../assembly.ts';
import { field, type JsonObject, textOf } from '../read/jsonObject.ts';
import type { Conversation, Ending, RecordStamp } from './conversation.ts';
import { attachmentOf, contentBlocks, emitPart } from './parts.ts';
import { closeResult } from './results/close.ts';
import type { Run } from './run.ts';
import { splitUserText, type UserPart } from './userText.ts';

/** Converts a record with the user's role: prompts, results of calls, and what the CLI adds. */
export function convertUser(conversation: Conversation, run: Run, record: JsonObject, stamp: RecordStamp): Ending {
  const blocks = contentBlocks(record);
  if (blocks === undefined) return { dropped: 'malformed-record', message: 'A user message has no content.' };
  const parts: UserPart[] = [];
  const attachments: AttachmentPart[] = [];
  const results = blocks.filter(({ type }) => type === 'tool_result');
  for (const block of blocks) {
    const attachment = attachmentOf(block);
    if (attachment !== undefined) attachments.push(attachment);
    else if (block.type === 'tool_result')
      closeResult(conversation, run, { record, block, stamp, alone: results.length === 1 });
    else if (typeof block.text === 'string') for (const part of readText(record, block.text)) parts.push(part);
    else run.unknown({ ...stamp, recordType: `user/${textOf(block.type)}`, raw: block });
  }
  // A result may arrive while its response still streams; anything else comes after the response.
  if (results.length === 0) run.usage.flush();
  if (isCopy(conversation, blocks, parts)) return { ignored: 'prompt_copy' };
  leaveBehind(run, record, parts);
  emitParts(conversation, run, record, stamp, parts, attachments);
  return blocks.length === 0 || (results.length === 0 && parts.length + attachments.length === 0 && isText(blocks))
    ? { ignored: 'empty_message' }
    : 'converted';
}

function isText(blocks: readonly JsonObject[]): boolean {
  return blocks.every(({ text }) => typeof text === 'string');
}

/** The summary of a compaction, or a plan handed on, is one text even if it looks like tags. */
function readText(record: JsonObject, text: string): UserPart[] {
  if (text.trim() === '') return [];
  if (record.isCompactSummary === true) return [{ is: 'context', text, tag: 'compact-summary' }];
  return splitUserText(text);
}

/** Whether this prompt was already emitted when it left the queue; removes it from the queue if it is still waiting. */
function isCopy({ queue }: Conversation, blocks: readonly JsonObject[], parts: readonly UserPart[]): boolean {
  if (parts.length === 0) return false;
  const [first] = parts;
  if (first?.is === 'command') queue.sent(first.text);
  return queue.sent(blocks.flatMap((block) => field.text(block, 'text') ?? []).join('\n'));
}

/** A prompt whose parent is not the last record rewinds to an earlier moment. */
function leaveBehind(run: Run, record: JsonObject, parts: readonly UserPart[]): void {
  const goesBack = parts.some((part) => part.is === 'prompt' || (part.is === 'context' && part.tag.endsWith('caveat')));
  if (!goesBack || record.isCompactSummary === true || record.sourceToolUseID !== undefined) return;
  run.sink.abandon(run.index.leftBehind(field.text(record, 'parentUuid'), run.lastSeq));
}

function emitParts(
  conversation: Conversation,
  run: Run,
  record: JsonObject,
  stamp: RecordStamp,
  parts: readonly UserPart[],
  attachments: readonly AttachmentPart[],
): void {
  const origin = originOf(record);
  const bearer = attachments.length === 0 ? undefined : (parts.findLast(({ is }) => is === 'prompt') ?? parts.at(-1));
  for (const part of parts) {
    emitPart(conversation, run, part, stamp, {
      isMeta: record.isMeta === true,
      origin,
      attachments: part === bearer ? attachments : undefined,
      extensions: extensionsOf(record),
      to: field.text(record, 'agentName'),
    });
  }
  if (attachments.length > 0 && bearer === undefined) {
    run.message({ ...stamp, role: record.isMeta === true ? 'system' : 'user', text: '', origin, attachments });
  }
}

/** Who put a text there, where the record itself says so. */
function originOf(record: JsonObject): MessageOrigin | undefined {
  const origin = field.object(record, 'origin');
  const kind = origin === undefined ? undefined : field.text(origin, 'kind');
  if (kind === 'task-notification') return 'background_task';
  if (kind === 'coordinator' || kind === 'teammate') return 'teammate';
  if (field.text(record, 'promptSource') === 'queued') return 'queued';
  return field.text(record, 'promptSource') === 'system' && kind !== 'human' ? 'system' : undefined;
}

function extensionsOf(record: JsonObject): Record<string, unknown> | undefined {
  const { interruptedMessageId, sourceToolUseID, planContent } = record;
  const entries = [
    ['interrupted_message_id', interruptedMessageId],
    ['source_tool_use_id', sourceToolUseID],
    ['plan_content', planContent],
  ].filter(([, value]) => typeof value === 'string');
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
