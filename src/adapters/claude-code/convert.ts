import { diagnose, type Outcome, type SessionStatus, type SourceRef } from '../../session/index.ts';
import type { Assembly, SessionFacts } from '../assembly.ts';
import type { Converter, SourceOutline } from '../contract.ts';
import { field, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import { convertAssistant } from './assistant.ts';
import { convertAttachment } from './attachments.ts';
import { Conversation, type Ending, type RecordStamp, type Subagent } from './conversation.ts';
import { blockText, convertCopy, type Emit, settleHeld } from './copies.ts';
import type { IgnoreReason } from './detect.ts';
import { contentBlocks } from './parts.ts';
import { emitUnclaimedOutputs } from './persistedOutput.ts';
import { convertProgress } from './progress.ts';
import { emitUnseenPrompts, emitWaitingPrompts } from './queuedPrompts.ts';
import { isDelegation } from './results/read.ts';
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

/** Emits what is still waiting for a reply when the log ends. */
function emitHeld(conversation: Conversation): void {
  if (conversation.held.length === 0) return;
  settleHeld(conversation, conversation.main, 'cut off', (each, at) => emitInMain(conversation, each, at));
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
    const ending = convertRecord(conversation, value, ref, kind?.is === 'agent' ? kind.agentId : undefined);
    return ending;
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

/** Finishes the conversion: emits what is still waiting, links subagents to their calls and sets how everything ended. */
export function finish(conversation: Conversation): void {
  emitHeld(conversation);
  emitWaitingPrompts(conversation);
  if (conversation.outputs.size > 0) emitUnclaimedOutputs(conversation, conversation.main);
  if (!conversation.hasSession) {
    const message =
      conversation.history.parent === undefined
        ? 'The source tells of no run.'
        : 'All that the source tells stands in the session that it was copied from.';
    conversation.assembly.report(diagnose('empty-source', { message }));
    return;
  }
  const subagents = [...conversation.subagents.values()];
  for (const run of [conversation.main, ...subagents.map((each) => each.run)]) endRun(conversation, run);
  linkSubagents(conversation);
  for (const subagent of subagents) describeSubagent(subagent, !conversation.unnamed.has(subagent.id));
  describeSession(conversation);
}

/** Describes the session and its subagents in their current state, when more records may follow. */
export function describeSoFar(conversation: Conversation): void {
  if (!conversation.hasSession) return;
  for (const subagent of conversation.subagents.values()) {
    describeSubagent(subagent, !conversation.unnamed.has(subagent.id));
    subagent.sink.describe({ usageToCome: subagent.run.usage.toCome() });
  }
  describeSession(conversation);
  conversation.session.describe({ usageToCome: conversation.main.usage.toCome() });
}

function endRun(conversation: Conversation, run: Run): void {
  run.usage.end();
  for (const { id, name, progress } of run.openCalls.values()) {
    if (progress === undefined) continue;
    // The output seen so far is all that is left of a command that was still running when the log ended.
    conversation.assembly.report(diagnose('unanswered-call', { actual: name }));
    run.sink.closeCall(id, { outcome: 'unanswered', text: progress, contributes: 'command_output', truncated: true });
  }
}

/** How a run ended, as far as its records say. */
function endingOf(run: Run): { status: SessionStatus; outcome: Outcome } | undefined {
  switch (run.turn) {
    case 'none':
      return undefined;
    case 'answered':
      return { status: 'success', outcome: 'succeeded' };
    case 'asked':
    case 'calling':
      return { status: 'in_progress', outcome: 'unknown' };
    case 'interrupted':
      return { status: 'failed', outcome: 'interrupted' };
    case 'api_error':
      return { status: 'failed', outcome: 'failed' };
  }
}

function describeSubagent({ id, run, sink, type, description }: Subagent, named: boolean): void {
  const agentId = named ? id : undefined;
  sink.describe({ agentId, agentType: type, description, modelId: run.mainModel, ...endingOf(run) });
}

/** A session left only with subagents' runs lasts as long as they do. */
function spanOf(subagents: readonly Subagent[]): Pick<SessionFacts, 'startedAt' | 'endedAt'> {
  const starts = subagents.flatMap(({ run }) => run.firstAt ?? []).sort();
  const ends = subagents.flatMap(({ run }) => run.lastAt ?? []).sort();
  return { startedAt: starts[0], endedAt: ends.at(-1) };
}

function describeSession(conversation: Conversation): void {
  const { main, session, facts, subagents } = conversation;
  const stem = conversation.mainStem;
  const described = facts.facts(stem, (uuid) => main.index.has(uuid));
  const parent = described.parent ?? conversation.history.parent;
  const [firstAgent] = subagents.values();
  const models = [...main.models];
  session.describe({
    ...described,
    parent,
    ...(main.firstAt === undefined ? spanOf([...subagents.values()]) : {}),
    modelId: main.mainModel ?? firstAgent?.run.mainModel,
    ...endingOf(main),
    extensions: {
      ...described.extensions,
      ...(models.length > 1 ? { models: Object.fromEntries(models) } : {}),
    },
  });
  if (main.firstPrompt !== undefined) return;
  // The source has no prompt by a person, so this uses the CLI's note of the last one, or a subagent's task.
  const asked = facts.lastPrompt ?? (stem === undefined ? firstAgent?.run.firstPrompt : undefined);
  if (asked !== undefined) session.describe({ prompt: asked, inferred: ['user_prompt'] });
}

/** Links each subagent to the call that started it, by the most reliable evidence that names a call of this source. */
function linkSubagents(conversation: Conversation): void {
  const { subagents } = conversation;
  const taken = new Set<string>();
  const unlinked: Subagent[] = [];
  for (const subagent of subagents.values()) {
    const callId = evidentCall(conversation, subagent);
    if (callId === undefined) unlinked.push(subagent);
    else {
      taken.add(callId);
      link(conversation, subagent, callId, false);
    }
  }
  for (const subagent of unlinked) {
    const callId = callWithPrompt(conversation, subagent, taken);
    if (callId !== undefined) link(conversation, subagent, callId, true);
  }
  // A subagent without a result was still working when the log ended.
  for (const { run } of [{ run: conversation.main }, ...subagents.values()]) {
    for (const { id, name } of run.openCalls.values()) {
      if (isDelegation(name) && typeof id === 'string') conversation.links.noteRan(id);
    }
  }
  for (const callId of conversation.links.ranUnlinked()) {
    const actual = conversation.links.startOf(callId)?.description ?? callId;
    conversation.assembly.report(diagnose('missing-subagents', { actual }));
  }
}

function evidentCall(conversation: Conversation, { id }: Subagent): string | undefined {
  const known = conversation.links.callsOf(id).find((callId) => conversation.runOfCall(callId) !== undefined);
  if (known !== undefined) return known;
  const file = conversation.kinds.find((kind) => kind.is === 'agent' && kind.agentId === id);
  const workflow = file?.is === 'agent' ? file.workflow : undefined;
  return workflow === undefined ? undefined : conversation.workflows.callOf(workflow);
}

/** A call whose prompt is exactly the subagent's, and that matches no other subagent. */
function callWithPrompt(conversation: Conversation, { run, id }: Subagent, taken: Set<string>): string | undefined {
  if (run.firstPrompt === undefined) return undefined;
  for (;;) {
    const callId = conversation.links.takePrompt(run.firstPrompt);
    if (callId === undefined) return undefined;
    if (taken.has(callId) || conversation.runOfCall(callId)?.agentId === id) continue;
    taken.add(callId);
    return callId;
  }
}

function link(conversation: Conversation, subagent: Subagent, callId: string, guessed: boolean): void {
  const parent = conversation.runOfCall(callId);
  const started = conversation.links.startOf(callId);
  conversation.links.noteLinked([callId, ...conversation.links.callsOf(subagent.id)]);
  subagent.sink.describe({
    parentNativeId: parent?.agentId,
    triggeredBy: callId,
    resumedBy: conversation.links.callsOf(subagent.id).filter((each) => each !== callId),
    ...(guessed ? { inferred: ['triggered_by_call_id'] } : {}),
  });
  subagent.type ??= started?.type;
  subagent.description ??= started?.description;
  const call = conversation.background.find(subagent.id);
  if (call === undefined || conversation.ended.has(subagent.id)) return;
  // The log never reports the task's end, so its last record counts as the end.
  const { turn, lastAt } = subagent.run;
  conversation.background.finish(call, { at: lastAt, outcome: turn === 'answered' ? 'succeeded' : 'unknown' });
}
