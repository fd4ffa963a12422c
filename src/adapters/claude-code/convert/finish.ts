import { diagnose, type Outcome, type SessionStatus } from '../../../session/index.ts';
import type { SessionFacts } from '../../assembly.ts';
import type { Conversation, Subagent } from '../conversation.ts';
import type { Run } from '../run.ts';
import { tellHeld } from './convertRecord.ts';
import { linkSubagents } from './linkSubagents.ts';
import { giveUnclaimedOutputs } from './persistedOutput.ts';
import { giveWaitingPrompts } from './queuedPrompts.ts';

/** Ends the conversion: gives out what still waited, ties subagents to their calls and tells how everything ended. */
export function finish(conversation: Conversation): void {
  tellHeld(conversation);
  giveWaitingPrompts(conversation);
  if (conversation.outputs.size > 0) giveUnclaimedOutputs(conversation, conversation.main);
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

/** Describes the session and its subagents as they stand, where more records may follow. */
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
    // What the command had shown when the log ended is all that is left of it.
    conversation.assembly.report(diagnose('unanswered-call', { actual: name }));
    run.sink.closeCall(id, { outcome: 'unanswered', text: progress, contributes: 'command_output', truncated: true });
  }
}

/** How a run ended, as far as its records tell. */
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

/** A session of which only the runs of subagents are left lasted as long as they. */
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
  // No prompt of a person stands in the source: what the CLI noted of the last one, or what a subagent was asked.
  const asked = facts.lastPrompt ?? (stem === undefined ? firstAgent?.run.firstPrompt : undefined);
  if (asked !== undefined) session.describe({ prompt: asked, inferred: ['user_prompt'] });
}
