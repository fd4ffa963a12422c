import { outcomeOf } from './facts/callOutcome.ts';
import { modelCounted, unnamedModel } from './list/sessionEntry.ts';
import type { Outcome } from './schema/itemParts.ts';
import type { MessageOrigin } from './schema/sessionEvent.ts';
import type { Session, ToolCall } from './schema/std001v31.ts';

/** The calls of a session in order: only its own, or followed by those of its sub-sessions, run by run. */
export function allToolCalls(session: Session, scope: 'own' | 'with sub-sessions' = 'own'): ToolCall[] {
  if (scope === 'own') return session.tool_calls;
  return [...session.tool_calls, ...session.sub_sessions.flatMap(({ tool_calls }) => tool_calls)];
}

/**
 * The last text that the assistant wrote to the user; undefined where it wrote none. Leaves out messages between agents and what a rewind
 * left behind.
 */
export function lastAssistantReply({ events }: Pick<Session, 'events'>): string | undefined {
  const last = events.findLast(
    (event) =>
      event.type === 'message' &&
      event.role === 'assistant' &&
      event.origin !== 'teammate' &&
      event.branch !== 'abandoned' &&
      event.text.trim() !== '',
  );
  return last?.type === 'message' ? last.text : undefined;
}

/** The model of a session; undefined where it is unknown. v3.0 requires a name there, so `unknown` stands for none. */
export function modelOf({ agent }: { agent: Pick<Session['agent'], 'model_id'> }): string | undefined {
  return modelCounted(agent.model_id) === unnamedModel ? undefined : agent.model_id;
}

/** The main figures of a session, those of Frago's `SessionSummary`, for any format. */
export interface SessionFigures {
  sessionId: string;
  totalDurationMs: number;
  /** Messages by role; for the user, only those that a person wrote. In a session without messages the prompt counts. */
  messages: Readonly<Record<'user' | 'assistant' | 'system', number>>;
  /** The session's own calls. */
  callCount: number;
  callsByOutcome: Readonly<Record<Outcome, number>>;
  /** The five tools called most often, most frequent first; ties go to the tool that came first. */
  mostUsedTools: readonly { name: string; count: number }[];
  /** Undefined where the source does not state it. */
  model: string | undefined;
  finalStatus: 'running' | 'completed' | 'error' | 'cancelled';
}

const MOST_USED = 5;
const noCalls: Readonly<Record<Outcome, number>> = {
  succeeded: 0,
  failed: 0,
  denied: 0,
  interrupted: 0,
  cancelled: 0,
  unanswered: 0,
  unknown: 0,
};

/** Computes the summary of a session. */
export function summarize(session: Session): SessionFigures {
  const byOutcome = countBy(session.tool_calls, outcomeOf);
  const byTool = [...countBy(session.tool_calls, ({ tool_name }) => tool_name)].sort(([, a], [, b]) => b - a);
  return {
    sessionId: session.session_id,
    totalDurationMs: session.summary.total_duration_ms,
    messages: countMessages(session),
    callCount: session.tool_calls.length,
    callsByOutcome: { ...noCalls, ...Object.fromEntries(byOutcome) },
    mostUsedTools: byTool.slice(0, MOST_USED).map(([name, count]) => ({ name, count })),
    model: modelOf(session),
    finalStatus: finalStatusOf(session),
  };
}

const personal: ReadonlySet<MessageOrigin | undefined> = new Set([undefined, 'queued', 'command']);

function countMessages({ events, user_prompt, inferred }: Session): SessionFigures['messages'] {
  const messages = { user: 0, assistant: 0, system: 0 };
  if (!events.some(({ type }) => type === 'message')) {
    const asked = user_prompt.trim() !== '' && inferred?.includes('user_prompt') !== true;
    return { ...messages, user: asked ? 1 : 0 };
  }
  for (const event of events) {
    if (event.type !== 'message') continue;
    if (event.role !== 'user' || personal.has(event.origin)) messages[event.role] += 1;
  }
  return messages;
}

function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

function finalStatusOf({ status, outcome: stated }: Session): SessionFigures['finalStatus'] {
  switch (status) {
    case 'in_progress':
      return 'running';
    case 'success':
      return 'completed';
    case 'failed':
      return stated === 'cancelled' || stated === 'interrupted' || stated === 'denied' ? 'cancelled' : 'error';
  }
}

/** Total duration of the session's own calls, in milliseconds, as the source states them. Parallel calls each count in full. */
export function totalStepTime({ tool_calls }: Pick<Session, 'tool_calls'>): number {
  return tool_calls
    .filter(({ inferred }) => inferred?.includes('duration_ms') !== true)
    .reduce((sum, { duration_ms }) => sum + duration_ms, 0);
}

/** v3.0 requires a start, so a run without any known time starts here. */
const NO_START = '1970-01-01T00:00:00.000Z';

/** Start of a session, ISO 8601; undefined where it is not known and `created_at` is only a stand-in. */
export function knownStart({
  created_at,
  inferred,
}: {
  readonly created_at: string;
  readonly inferred?: readonly string[] | undefined;
}): string | undefined {
  return created_at === NO_START && inferred?.includes('created_at') === true ? undefined : created_at;
}
