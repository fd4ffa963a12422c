import type { SourceRef } from '../../session/index.ts';
import type { Assembly } from '../assembly.ts';
import type { Converter, SourceOutline } from '../contract.ts';
import { field, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import { convertAssistant } from './assistant.ts';
import { convertAttachment } from './attachments.ts';
import { Conversation, type Ending, type RecordStamp } from './conversation.ts';
import { blockText, convertCopy, type Emit, settleHeld } from './copies.ts';
import type { IgnoreReason } from './detect.ts';
import { describeSoFar, endConversation } from './ending.ts';
import { contentBlocks } from './parts.ts';
import { emitUnclaimedOutputs } from './persistedOutput.ts';
import { convertProgress } from './progress.ts';
import { emitUnseenPrompts } from './queuedPrompts.ts';
import type { Run } from './run.ts';
import { convertCompanion, convertSideRecord, noteSurroundings } from './sideRecords.ts';
import { convertSystem } from './system.ts';
import { convertUser } from './user.ts';

/** Converts a record of a transcript; `agentId` is given for records of a subagent's own file. */
function convertRecord(
  conversation: Conversation,
  record: JsonObject,
  ref: SourceRef,
  agentId: string | undefined,
): Ending {
  if (agentId !== undefined && isWarmup(conversation, record, agentId)) return { ignored: 'warmup_agent' };
  const convert = converters.get(textOf(record.type));
  if (convert === undefined) return convertSideRecord(conversation, record, stampOf(record, ref));
  if (record.type === 'progress' || agentId === undefined || conversation.mainStem === undefined) {
    conversation.facts.note(record);
  }
  if (agentId === undefined && conversation.history.isInherited(record)) return { ignored: 'parent_history' };
  const run = runOfRecord(conversation, record, agentId);
  if (conversation.replays.isReplay(record)) {
    const message = field.object(record, 'message');
    if (message !== undefined) run.usage.note(record, message, ref);
    return { ignored: 'replayed_record' };
  }
  const stamp = stampOf(record, ref);
  if (run !== conversation.main) return convertInRun(conversation, run, record, stamp);
  const emit: Emit = (each, at) => emitInMain(conversation, each, at);
  return convertCopy(conversation, run, record, stamp, emit) ?? emit(record, stamp);
}

/** Converts a record of the main run, and remembers what it says. */
function emitInMain(conversation: Conversation, record: JsonObject, stamp: RecordStamp): Ending {
  const ending = convertInRun(conversation, conversation.main, record, stamp);
  conversation.rewritten.noteSaid(record, conversation.main.lastSeq);
  return ending;
}

/** Finishes the conversion: emits what still waits for a reply when the log ends, and ends the conversation. */
export function finish(conversation: Conversation): void {
  if (conversation.held.length > 0) {
    settleHeld(conversation, conversation.main, 'cut off', (each, at) => emitInMain(conversation, each, at));
  }
  endConversation(conversation);
}

type Convert = (conversation: Conversation, run: Run, record: JsonObject, stamp: RecordStamp) => Ending;

const converters: ReadonlyMap<string, Convert> = new Map([
  ['user', convertUser],
  ['assistant', convertAssistant],
  ['system', convertSystem],
  ['attachment', convertAttachment],
  ['progress', (...given) => convertProgress(...given, convertAgentCopy)],
]);

/** Converts a record of the conversation, and indexes the items made from it. */
export function convertInRun(conversation: Conversation, run: Run, record: JsonObject, stamp: RecordStamp): Ending {
  const type = textOf(record.type);
  const convert = converters.get(type);
  if (convert === undefined) return { dropped: 'malformed-record', message: `A ${type} is no part of a conversation.` };
  const message = field.object(record, 'message');
  if (type === 'assistant') {
    if (message !== undefined) run.usage.turnTo(message, stamp.ref);
    if (run === conversation.main) emitUnseenPrompts(conversation, run, stamp.at);
  }
  noteSurroundings(conversation, run, record, stamp);
  run.firstAt ??= stamp.at;
  run.lastAt = stamp.at ?? run.lastAt;
  const first = run.lastSeq + 1;
  const ending = convert(conversation, run, record, stamp);
  run.index.note(stamp.nativeId, first, run.lastSeq, type === 'assistant' || (type === 'user' && talks(record)));
  emitUnclaimedOutputs(conversation, run);
  return ending;
}

/** A local command and its output are not part of the conversation: the next prompt may continue from before them. */
function talks(record: JsonObject): boolean {
  if (record.isMeta === true || record.isCompactSummary === true) return false;
  const text = blockText(contentBlocks(record)?.[0] ?? {}).trimStart();
  return !text.startsWith('<command-') && !text.startsWith('<local-command-');
}

/** Converts a copy of a subagent's record; the copy may have its own stamp in the log. */
function convertAgentCopy(conversation: Conversation, run: Run, record: JsonObject, around: RecordStamp): Ending {
  const stamp = stampOf(record, around.ref);
  return convertInRun(conversation, run, record, { ...stamp, at: stamp.at ?? around.at });
}

function stampOf(record: JsonObject, ref: SourceRef): RecordStamp {
  return { ref, at: field.text(record, 'timestamp'), nativeId: field.text(record, 'uuid') };
}

/** Converts the records of a session and of its subagents into one session. */
export function createConverter(
  assembly: Assembly,
  { names, knownRecords }: SourceOutline,
): Converter<unknown, IgnoreReason> {
  const conversation = new Conversation(assembly, names, { knownRecords });
  return {
    record: (value, ref) => convertOne(conversation, value, ref),
    describe: () => describeSoFar(conversation),
    end: () => finish(conversation),
  };
}

function convertOne(conversation: Conversation, value: unknown, ref: SourceRef): Ending {
  const kind = conversation.kinds[ref.source];
  if (kind?.is === 'output') {
    conversation.outputs.set(kind.name, { text: String(value), ref });
    return 'converted';
  }
  if (!isJsonObject(value)) return { dropped: 'malformed-record', message: 'A record is not a JSON object.' };
  if (kind === undefined || kind.is === 'main' || kind.is === 'agent') {
    return convertRecord(conversation, value, ref, kind?.is === 'agent' ? kind.agentId : undefined);
  }
  return convertCompanion(conversation, kind, value, ref);
}

/** The run of a record: the session's own, or that of a subagent, in its own file or inline. */
function runOfRecord(conversation: Conversation, record: JsonObject, agentId: string | undefined): Run {
  if (agentId !== undefined) return conversation.subagent(agentId).run;
  return record.isSidechain === true ? inlineRun(conversation, record) : conversation.main;
}

/**
 * Until 1.0, a subagent's records are mixed with the session's own, each pointing to the one before it; the first has no parent, or one in
 * the session, and names the run.
 */
function inlineRun(conversation: Conversation, record: JsonObject): Run {
  const uuid = field.text(record, 'uuid');
  const parent = field.text(record, 'parentUuid');
  const root = parent === undefined ? undefined : conversation.inlineRoots.get(parent);
  const agentId = field.text(record, 'agentId');
  const id = agentId ?? root ?? uuid ?? 'sidechain';
  if (agentId === undefined) conversation.unnamed.add(id);
  if (uuid !== undefined) conversation.inlineRoots.set(uuid, id);
  return conversation.subagent(id).run;
}

/** Whether a record belongs to an agent that only warms a cache: its first text says so, and no call started it. */
function isWarmup(conversation: Conversation, record: JsonObject, agentId: string): boolean {
  const { warmups, subagents, links } = conversation;
  if (warmups.has(agentId)) return true;
  if (subagents.has(agentId) || record.type !== 'user' || links.isKnown(agentId)) return false;
  if (messageText(field.object(record, 'message')) !== 'Warmup') return false;
  warmups.add(agentId);
  return true;
}

function messageText(message: JsonObject | undefined): string | undefined {
  if (message === undefined) return undefined;
  const { content } = message;
  if (typeof content === 'string') return content.trim();
  const [first] = field.objects(message, 'content');
  return first === undefined ? undefined : field.text(first, 'text')?.trim();
}
