import { addUsage, diagnose, type SubSession, toIso } from '../../session/index.ts';
import { defined } from './defined.ts';
import type { FinishContext } from './finishSession.ts';
import { mergeExtensions } from './mergeExtensions.ts';
import { outcomeOf } from './outcomeOf.ts';
import type { RunAssembler } from './runAssembler.ts';
import { runSpan } from './runSpan.ts';
import type { SessionAssembler, SubSessionAssembler } from './sessionAssembler.ts';

/** The run that holds the call which started a sub-session. */
function parentRun(sub: SubSessionAssembler, session: SessionAssembler): RunAssembler {
  const { parentNativeId } = sub.facts;
  return (parentNativeId === undefined ? undefined : session.subs.get(parentNativeId)) ?? session;
}

/** Ends the run of a subagent and ties it to the call that started it; one without such a call is reported. */
export function linkSubSession(sub: SubSessionAssembler, session: SessionAssembler, context: FinishContext): void {
  sub.closeBook(context.report);
  const { triggeredBy, resumedBy = [] } = sub.facts;
  const parent = parentRun(sub, session);
  const linked = triggeredBy !== undefined && parent.linkSubagent(triggeredBy, sub.id, sub.countTools());
  for (const callId of resumedBy) parent.linkSubagent(callId, sub.id);
  if (!linked) context.report(diagnose('unlinked-subagent', { actual: sub.id }));
}

export interface SubSessionFrame {
  sessionId: string;
  contentFolder: string;
  /** When the session began: a run without any time began then. */
  fallbackStartMs: number;
}

/** The run of a subagent in the standard's words. */
export function finishSubSession(
  sub: SubSessionAssembler,
  session: SessionAssembler,
  frame: SubSessionFrame,
  { clean }: FinishContext,
): SubSession {
  const { facts } = sub;
  const span = runSpan(sub, facts, frame.fallbackStartMs);
  const runFrame = { base: span.startMs, contentFolder: frame.contentFolder, clean };
  const status = facts.status ?? 'success';
  const inferred = [
    ...(facts.inferred ?? []),
    ...(span.startInferred ? ['started_at'] : []),
    ...(span.endInferred ? ['completed_at'] : []),
    ...(facts.status === undefined ? ['status'] : []),
  ];
  const usage = addUsage(sub.usageTotal, facts.usageToCome ?? {});
  const parent = facts.parentNativeId === undefined ? undefined : session.subs.get(facts.parentNativeId);
  const extensions = mergeExtensions(undefined, sub.format, facts.extensions);
  return {
    sub_session_id: sub.id,
    parent_session_id: parent?.id ?? frame.sessionId,
    ...defined({ triggered_by_call_id: parentRun(sub, session).callIdOf(facts.triggeredBy) }),
    agent: clean.value(
      defined({ agent_id: facts.agentId, agent_type: facts.agentType, model_id: facts.modelId }),
    ) as SubSession['agent'],
    ...(facts.description === undefined ? {} : { task: { description: clean.text(facts.description) } }),
    started_at: toIso(span.startMs),
    completed_at: toIso(span.endMs),
    status,
    outcome: facts.outcome ?? outcomeOf(status),
    tool_calls: Array.from(sub.finishedCalls(runFrame), (call) => call.item()),
    events: Array.from(sub.finishedEvents(runFrame), (event) => event.item()),
    ...(clean.value(defined({ environment: facts.environment, parent: facts.parent })) as Pick<
      SubSession,
      'environment' | 'parent'
    >),
    ...(Object.keys(usage).length === 0 ? {} : { usage }),
    ...(inferred.length === 0 ? {} : { inferred }),
    ...(extensions === undefined ? {} : { extensions: clean.value(extensions) as Record<string, unknown> }),
  };
}
