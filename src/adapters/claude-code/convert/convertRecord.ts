import type { SourceRef } from '../../../session/index.ts';
import { field, type JsonObject } from '../../read/jsonObject.ts';
import { textOf } from '../../read/textOf.ts';
import type { Conversation, Ending, Place } from '../conversation.ts';
import type { Run } from '../run.ts';
import { convertAssistant } from './convertAssistant.ts';
import { convertAttachment } from './convertAttachment.ts';
import { convertProgress } from './convertProgress.ts';
import { convertSideRecord } from './convertSideRecord.ts';
import { convertSystem } from './convertSystem.ts';
import { convertUser } from './convertUser.ts';
import { noteSurroundings } from './noteSurroundings.ts';
import { giveUnclaimedOutputs } from './persistedOutput.ts';
import { giveUnseenPrompts } from './queuedPrompts.ts';
import { isWarmup, runOfRecord } from './runOfRecord.ts';

/** Converts a record of a transcript; `agentId` is given for those of a subagent's own file. */
export function convertRecord(
  conversation: Conversation,
  record: JsonObject,
  ref: SourceRef,
  agentId: string | undefined,
): Ending {
  if (agentId !== undefined && isWarmup(conversation, record, agentId)) return { ignored: 'warmup_agent' };
  const convert = converters.get(textOf(record.type));
  if (convert === undefined) return convertSideRecord(conversation, record, placeOf(record, ref));
  if (record.type === 'progress' || agentId === undefined || conversation.mainStem === undefined) {
    conversation.facts.note(record);
  }
  if (agentId === undefined && conversation.history.isTold(record)) return { ignored: 'parent_history' };
  const run = runOfRecord(conversation, record, agentId);
  if (conversation.replays.isReplay(record)) {
    const message = field.object(record, 'message');
    if (message !== undefined) run.usage.note(record, message, ref);
    return { ignored: 'replayed_record' };
  }
  return convertInRun(conversation, run, record, placeOf(record, ref));
}

type Convert = (conversation: Conversation, run: Run, record: JsonObject, place: Place) => Ending;

const converters: ReadonlyMap<string, Convert> = new Map([
  ['user', convertUser],
  ['assistant', convertAssistant],
  ['system', convertSystem],
  ['attachment', convertAttachment],
  ['progress', convertProgress],
]);

/** Converts a record of the conversation, and notes which items came of it. */
export function convertInRun(conversation: Conversation, run: Run, record: JsonObject, place: Place): Ending {
  const type = textOf(record.type);
  const convert = converters.get(type);
  if (convert === undefined) return { dropped: 'malformed-record', message: `A ${type} is no part of a conversation.` };
  const message = field.object(record, 'message');
  if (type === 'assistant') {
    if (message !== undefined) run.usage.turnTo(message, place.ref);
    if (run === conversation.main) giveUnseenPrompts(conversation, run, place.at);
  }
  noteSurroundings(conversation, run, record, place);
  run.firstAt ??= place.at;
  run.lastAt = place.at ?? run.lastAt;
  const first = run.lastSeq + 1;
  const ending = convert(conversation, run, record, place);
  run.index.note(place.nativeId, first, run.lastSeq, type === 'assistant' || (type === 'user' && talks(record)));
  giveUnclaimedOutputs(conversation, run);
  return ending;
}

function talks(record: JsonObject): boolean {
  return record.isMeta !== true && record.isCompactSummary !== true;
}

export function placeOf(record: JsonObject, ref: SourceRef): Place {
  return { ref, at: field.text(record, 'timestamp'), nativeId: field.text(record, 'uuid') };
}
