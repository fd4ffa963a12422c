import { diagnose, type Outcome, type SessionStatus } from '../../session/index.ts';
import type { SessionFacts } from '../assembly.ts';
import type { Conversation, Subagent } from './conversation.ts';
import { emitUnclaimedOutputs } from './persistedOutput.ts';
import { emitWaitingPrompts } from './queuedPrompts.ts';
import { isDelegation } from './results/read.ts';
import type { Run } from './run.ts';

/** Ends a conversation: emits the prompts and outputs that are left, links subagents to their calls and sets how everything ended. */
export function endConversation(conversation: Conversation): void {
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
