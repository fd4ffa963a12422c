import type { Environment, ParentSession } from '../../session/index.ts';
import type { SessionFacts, SessionSink, SubSessionSink } from '../assembly.ts';
import { isSpawned, type ThreadHeader } from './header.ts';
import type { Thread } from './thread.ts';

/** Emits what was held back until the end: a compaction without its mark, instructions that no message contained. */
export function emitRest(thread: Thread): void {
  thread.compaction.settle(thread.sink, undefined);
  const { instructions } = thread.header;
  if (instructions === undefined || !thread.contexts.awaits) return;
  thread.sink.message({ role: 'user', origin: 'context', text: instructions });
}

/** Adds a thread's token count to the call of `above` that started it. */
export function emitTokens({ header, facts }: Thread, above: Thread | undefined): void {
  const triggeredBy = callThatStarted(header, above);
  if (triggeredBy !== undefined && facts.tokensUsed !== undefined)
    above?.sink.amendCall(triggeredBy, { subagent: { tokens_used: facts.tokensUsed } });
}

/** The facts of a thread that is a session. */
export function describeSession(thread: Thread, session: SessionSink): void {
  const { header, facts } = thread;
  session.describe({
    ...factsOf(thread),
    nativeId: header.threadId,
    title: facts.title,
    prompt: isSpawned(header) ? facts.task : undefined,
    environment: environmentOf(thread),
    parent: parentOf(thread),
    extensions: extensionsOf(thread),
  });
}

function environmentOf({ header, facts, settings }: Thread): Environment {
  return {
    ...(facts.cwd === undefined ? {} : { cwd: facts.cwd }),
    ...header.environment,
    ...settings.environment(),
  };
}

/** The facts of a thread run by an agent; `above` is its parent, named only if it is not a session. */
export function describeSubSession(
  thread: Thread,
  sub: SubSessionSink,
  above: Thread | undefined,
  parentNativeId: string | undefined,
): void {
  const { header, facts } = thread;
  sub.describe({
    ...factsOf(thread),
    parentNativeId,
    triggeredBy: callThatStarted(header, above),
    agentId: header.threadId,
    agentType: agentTypeOf(header),
    description: facts.title ?? facts.task,
    environment: environmentOf(thread),
    extensions: extensionsOf(thread),
  });
}

/** The agent's role, else how it was started. */
function agentTypeOf({ agent }: ThreadHeader): string | undefined {
  return agent?.role ?? (agent?.kind === 'thread_spawn' ? 'default' : agent?.kind);
}

function callThatStarted({ threadId, agent }: ThreadHeader, above: Thread | undefined): string | undefined {
  const names = [threadId, agent?.path, agent?.nickname];
  for (const name of names) {
    const call = name === undefined ? undefined : above?.calls.spawned.get(name);
    if (call !== undefined) return call;
  }
  return undefined;
}

function factsOf({
  header,
  facts,
  settings,
  turns,
}: Thread): Pick<SessionFacts, 'startedAt' | 'endedAt' | 'modelId' | 'status' | 'outcome' | 'inferred'> {
  const { status, outcome, inferred } = turns.verdict();
  return {
    startedAt: header.createdAt,
    endedAt: facts.lastAt,
    modelId: settings.mainModel(),
    status,
    outcome,
    inferred,
  };
}

function parentOf({ header, copied }: Thread): ParentSession | undefined {
  const last = copied.lastId === undefined ? {} : { message_id: copied.lastId };
  if (isSpawned(header)) {
    return { relation: 'spawned', ...(header.parentId === undefined ? {} : { native_id: header.parentId }), ...last };
  }
  const from = header.forkedFromId ?? copied.copiedFrom;
  return from === undefined ? undefined : { relation: 'forked', native_id: from, ...last };
}

function extensionsOf({ header, facts, settings }: Thread): Record<string, unknown> {
  const own = settings.extensions();
  return {
    ...header.extensions,
    ...(Object.keys(own).length === 0 ? {} : { settings: own }),
    ...(facts.contextWindow === undefined ? {} : { model_context_window: facts.contextWindow }),
    ...(facts.rateLimits === undefined ? {} : { rate_limits: facts.rateLimits }),
    ...(facts.goal === undefined ? {} : { goal: facts.goal }),
  };
}
