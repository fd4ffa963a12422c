import type { SourceRef } from '../../../session/index.ts';
import { field, type JsonObject } from '../../read/jsonObject.ts';
import { textOf } from '../../read/textOf.ts';
import type { Conversation, Ending, Place } from '../conversation.ts';
import type { Run } from '../run.ts';
import { contentBlocks } from './contentBlocks.ts';
import { convertAssistant } from './convertAssistant.ts';
import { convertAttachment } from './convertAttachment.ts';
import { blockText, convertCopy, settleHeld, type Tell } from './convertCopies.ts';
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
  const place = placeOf(record, ref);
  if (run !== conversation.main) return convertInRun(conversation, run, record, place);
  const tell: Tell = (each, at) => tellInMain(conversation, each, at);
  return convertCopy(conversation, run, record, place, tell) ?? tell(record, place);
}

/** Converts a record of the main run, and notes what it says. */
function tellInMain(conversation: Conversation, record: JsonObject, place: Place): Ending {
  const ending = convertInRun(conversation, conversation.main, record, place);
  conversation.rewritten.noteSaid(record, conversation.main.lastSeq);
  return ending;
}

/** Tells what still waits for a reply when the log ends. */
export function tellHeld(conversation: Conversation): void {
  if (conversation.held.length === 0) return;
  settleHeld(conversation, conversation.main, 'cut off', (each, at) => tellInMain(conversation, each, at));
}

type Convert = (conversation: Conversation, run: Run, record: JsonObject, place: Place) => Ending;

const converters: ReadonlyMap<string, Convert> = new Map([
  ['user', convertUser],
  ['assistant', convertAssistant],
  ['system', convertSystem],
  ['attachment', convertAttachment],
  ['progress', (...given) => convertProgress(...given, convertAgentCopy)],
]);

/** Converts a record of the conversation, and notes which items came of it. */
function convertInRun(conversation: Conversation, run: Run, record: JsonObject, place: Place): Ending {
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

/** A local command and what it printed are beside the conversation: the next prompt may go on before them. */
function talks(record: JsonObject): boolean {
  if (record.isMeta === true || record.isCompactSummary === true) return false;
  const text = blockText(contentBlocks(record)?.[0] ?? {}).trimStart();
  return !text.startsWith('<command-') && !text.startsWith('<local-command-');
}

/** Converts a copy of a subagent's record, which has a place of its own in the log or none. */
function convertAgentCopy(conversation: Conversation, run: Run, record: JsonObject, around: Place): Ending {
  const place = placeOf(record, around.ref);
  return convertInRun(conversation, run, record, { ...place, at: place.at ?? around.at });
}

function placeOf(record: JsonObject, ref: SourceRef): Place {
  return { ref, at: field.text(record, 'timestamp'), nativeId: field.text(record, 'uuid') };
}
