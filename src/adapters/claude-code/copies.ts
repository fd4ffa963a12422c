import { field, fieldsOf, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import type { Conversation, Ending, RecordStamp } from './conversation.ts';
import { hasFormOfUuid } from './history.ts';
import { blocksOf, contentBlocks } from './parts.ts';
import { reviseResult } from './results/close.ts';
import type { Run } from './run.ts';

/** Converts a record of the main run that is not a copy, or the new parts of one. */
export type Emit = (record: JsonObject, stamp: RecordStamp) => Ending;

/** Maximum number of records held until a reply; beyond it they are treated as new. */
const MOST_HELD = 64;

const watched = new Set(['user', 'assistant', 'system', 'attachment']);

/**
 * Recognises history that is repeated inside one file; see `RewrittenHistory`. Returns undefined for a record that is not part of it. A
 * person may say the same thing twice, so such a record is held until the next reply shows whether it is a copy; it counts as converted,
 * because its content is in the session either way.
 */
export function convertCopy(
  conversation: Conversation,
  run: Run,
  record: JsonObject,
  stamp: RecordStamp,
  emit: Emit,
): Ending | undefined {
  const { rewritten } = conversation;
  const type = textOf(record.type);
  const { nativeId } = stamp;
  if (nativeId === undefined || !hasFormOfUuid(nativeId) || !watched.has(type) || run.lastSeq === 0) return undefined;
  const parent = field.text(record, 'parentUuid');
  if (parent === undefined) {
    settleHeld(conversation, run, 'unanswered', emit);
    rewritten.beginChain(nativeId, run.lastSeq);
  } else if (!rewritten.join(nativeId, parent)) {
    settleHeld(conversation, run, 'unanswered', emit);
    return undefined;
  }
  if (type === 'assistant') return takeReply(conversation, run, record, stamp, emit);
  const results = resultsOf(record);
  const isCopied = results.some((block) => rewritten.copiedCalls.has(field.text(block, 'tool_use_id') ?? ''));
  if (isCopied) return takeResults(conversation, run, record, stamp, emit);
  if (results.length > 0) return undefined;
  if (rewritten.wasSaid(record) && conversation.held.length < MOST_HELD) {
    conversation.held.push({ record, stamp });
    return 'converted';
  }
  settleHeld(conversation, run, 'unanswered', emit);
  return undefined;
}

/**
 * Decides whether the held records are copies: they are if the next reply is one, and new if it is new. Without a reply, they are copies as
 * long as they continue the history being copied; at the end of the log, also as long as they match how the history began.
 */
export function settleHeld(
  conversation: Conversation,
  run: Run,
  reply: 'copied' | 'new' | 'unanswered' | 'cut off',
  emit: Emit,
): void {
  const { rewritten, held } = conversation;
  if (held.length === 0) return;
  for (const { record, stamp } of held.splice(0)) {
    const goesOn = reply === 'cut off' || (reply === 'unanswered' && rewritten.confirmed);
    const isCopy = reply === 'copied' || (goesOn && rewritten.isNext(record));
    if (!isCopy) emit(record, stamp);
    else noteCopy(run, stamp, rewritten.pass(record));
  }
}

/** A record that continues from a copy continues from the original. */
function noteCopy(run: Run, { nativeId }: RecordStamp, seq: number | undefined): void {
  if (seq !== undefined) run.index.note(nativeId, seq + 1, seq, false);
}

function takeReply(
  conversation: Conversation,
  run: Run,
  record: JsonObject,
  stamp: RecordStamp,
  emit: Emit,
): Ending | undefined {
  const { rewritten } = conversation;
  const message = fieldsOf(record.message);
  const reply = field.text(message, 'id');
  const blocks = contentBlocks(record) ?? [];
  if (!rewritten.isSeenReply(reply) || reply === undefined) {
    settleHeld(conversation, run, 'new', emit);
    if (!rewritten.confirmed) rewritten.endChain();
    return undefined;
  }
  settleHeld(conversation, run, 'copied', emit);
  rewritten.confirm();
  const news: JsonObject[] = [];
  let isFuller = false;
  let last: number | undefined;
  for (const block of blocks) {
    const callId = field.text(block, 'id');
    if (callId !== undefined && run.sink.hasCall(callId)) {
      const input = isJsonObject(block.input) ? block.input : {};
      rewritten.copiedCalls.set(callId, { id: callId, name: field.text(block, 'name') ?? 'unknown', input });
      continue;
    }
    const copy =
      callId === undefined ? rewritten.matchBlock(reply, textOf(block.type), blockText(block)) : { is: 'new' as const };
    if (copy.is === 'new') {
      if (blockText(block).trim() !== '' || callId !== undefined) news.push(block);
      continue;
    }
    last = copy.seq;
    if (copy.is === 'seen') continue;
    run.sink.amendText(copy.seq, blockText(block));
    isFuller = true;
  }
  if (news.length > 0) return emit({ ...record, message: { ...message, content: news } }, stamp);
  run.usage.note(record, message, stamp.ref);
  noteCopy(run, stamp, last);
  return isFuller ? 'converted' : { ignored: 'replayed_record' };
}

/** The words of a block of a reply. */
export function blockText(block: JsonObject): string {
  return field.text(block, 'text') ?? field.text(block, 'thinking') ?? '';
}

function resultsOf(record: JsonObject): readonly JsonObject[] {
  const message = field.object(record, 'message');
  if (record.type !== 'user' || message === undefined) return [];
  return (blocksOf(message.content) ?? []).filter(({ type }) => type === 'tool_result');
}

/** Copied results: one for a call still waiting answers it, one longer than the first replaces it. */
function takeResults(conversation: Conversation, run: Run, record: JsonObject, stamp: RecordStamp, emit: Emit): Ending {
  const { rewritten } = conversation;
  const results = resultsOf(record);
  const news: JsonObject[] = [];
  let isFuller = false;
  // The time of a rewritten record says nothing about when the call ended.
  const at = stamp.at !== undefined && run.lastAt !== undefined && stamp.at > run.lastAt ? undefined : stamp.at;
  for (const block of contentBlocks(record) ?? []) {
    if (block.type !== 'tool_result') {
      if (!rewritten.wasSaid({ type: 'user', message: { content: [block] } })) news.push(block);
      continue;
    }
    const id = field.text(block, 'tool_use_id');
    if (id === undefined || !rewritten.copiedCalls.has(id)) news.push(block);
    else if (run.openCalls.has(id)) {
      rewritten.copiedCalls.delete(id);
      news.push(block);
    } else {
      const alone = results.length === 1;
      isFuller = reviseResult(conversation, run, { record, block, stamp: { ...stamp, at }, alone }) || isFuller;
    }
  }
  if (news.length === 0) return isFuller ? 'converted' : { ignored: 'replayed_record' };
  const message = fieldsOf(record.message);
  return emit({ ...record, timestamp: at, message: { ...message, content: news } }, { ...stamp, at });
}
