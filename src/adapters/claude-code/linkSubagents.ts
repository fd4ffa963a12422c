import { diagnose } from '../../session/index.ts';
import type { Conversation, Subagent } from './conversation.ts';
import { isDelegation } from './results/read.ts';

/** Links each subagent to the call that started it, by the most reliable evidence that names a call of this source. */
export function linkSubagents(conversation: Conversation): void {
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
  const place = conversation.background.find(subagent.id);
  if (place === undefined || conversation.ended.has(subagent.id)) return;
  // The log never reports the task's end, so its last record counts as the end.
  const { turn, lastAt } = subagent.run;
  conversation.background.finish(place, { at: lastAt, outcome: turn === 'answered' ? 'succeeded' : 'unknown' });
}
