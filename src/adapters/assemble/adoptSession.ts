import {
  checkSession,
  coverCalls,
  type Diagnostic,
  inferPhases,
  isPromptMessage,
  outcomeOf,
  type PhaseAnnotation,
  type PhaseCall,
  type Provenance,
  type Session,
  type SessionEvent,
  type SessionHead,
  type SubSession,
  type ToolCall,
  toIso,
  toMillis,
  totalsOf,
} from '../../session/index.ts';
import { type AssembledSession, readable, runInMemory } from './assembledSession.ts';
import { phaseCallOf } from './buildCall.ts';
import type { Cleaner } from './cleanValue.ts';
import { type ShortenContext, shortenTexts } from './contents.ts';
import { ContextBook, withContribution } from './contextBook.ts';
import type { NamedFacts } from './finishSession.ts';
import { withContentFolder } from './itemStore.ts';

export interface AdoptContext {
  clean: Cleaner;
  contents: ShortenContext;
  name(facts: NamedFacts): string;
  provenance(): Provenance;
  report(diagnostic: Diagnostic): void;
  annotate: boolean;
}

/** Adopts a complete session: masks it, extracts its long texts, normalises its times and keeps its ids. */
export function adoptSession(raw: Session, context: AdoptContext): AssembledSession {
  const session = context.clean.value(raw) as Session;
  const { tool_calls, events, sub_sessions, ...rest } = session;
  const createdAt = normalTime(session.created_at);
  const sessionId = context.name({ title: session.task_title, createdAt, nativeId: session.session_id });
  const folder = `${sessionId}.content`;
  const keep = <Item extends ToolCall | SessionEvent>(item: Item): Item => keepItem(item, folder, context.contents);
  const calls = tool_calls.map((call) => keep(normalCall(call)));
  const kept = events.map((event) => keep(normalEvent(event)));
  const subs = sub_sessions.map(
    (sub): SubSession => ({
      ...sub,
      parent_session_id: sub.parent_session_id === session.session_id ? sessionId : sub.parent_session_id,
      started_at: normalTime(sub.started_at),
      ...(sub.completed_at === undefined ? {} : { completed_at: normalTime(sub.completed_at) }),
      tool_calls: sub.tool_calls.map((call) => keep(normalCall(call))),
      events: sub.events.map((event) => keep(normalEvent(event))),
    }),
  );
  for (const fault of checkSession(session)) context.report(fault);
  const annotations = phasesOf(session, calls, context.annotate);
  const traced = context.annotate
    ? traceContext({ ...session, tool_calls: calls, events: kept }, annotations)
    : { annotations, calls };
  const { phase_annotations: _, ...head } = rest;
  const { calls: callCount, failed, durationMs } = totalsOf(session);
  return {
    counts: { calls: callCount, failed, durationMs },
    head: {
      ...head,
      session_id: sessionId,
      created_at: createdAt,
      completed_at: normalTime(session.completed_at),
      provenance: { ...context.provenance(), native_id: session.session_id },
    } as SessionHead,
    phases: () => traced.annotations,
    calls: () => traced.calls.map(readable),
    events: () => kept.map(readable),
    subSessions: () => subs.map(runInMemory),
  };
}

function phasesOf(session: Session, calls: readonly ToolCall[], annotate: boolean): PhaseAnnotation[] {
  const annotatedAt = normalTime(session.completed_at);
  const own = (session.phase_annotations ?? []).map((annotation) => ({
    ...annotation,
    annotated_at: normalTime(annotation.annotated_at),
  }));
  const ids = calls.map(({ call_id }) => call_id);
  if (own.length > 0) return coverCalls(own, ids, annotatedAt);
  return annotate ? inferPhases(phaseCallsOf(session, calls), annotatedAt) : [];
}

/** The calls in the form that phase inference needs: outcome, time, and whether the user had just asked for something. */
function phaseCallsOf({ events }: Session, calls: readonly ToolCall[]): PhaseCall[] {
  const prompts = events
    .filter((event) => event.type === 'message' && isPromptMessage(event))
    .map(({ seq }) => seq ?? 0);
  let next = 0;
  return calls.map((call) => {
    const before = next;
    while (next < prompts.length && (prompts[next] as number) < (call.seq ?? 0)) next += 1;
    return { ...toPhaseCall(call), ...(next > before ? { afterPrompt: true } : {}) };
  });
}

/** What the calls of a complete session used of each other, if the session does not say it itself. */
function traceContext(
  session: Pick<Session, 'tool_calls' | 'events' | 'environment'>,
  annotations: readonly PhaseAnnotation[],
): { annotations: PhaseAnnotation[]; calls: ToolCall[] } {
  const { tool_calls, events } = session;
  const book = new ContextBook(session.environment?.cwd);
  const said = events.filter(({ type }) => type === 'message');
  let next = 0;
  const callIndexes = new Map<string, number>();
  for (const [callIndex, call] of tool_calls.entries()) {
    callIndexes.set(call.call_id, callIndex);
    for (let event = said[next]; event !== undefined && isBefore(event, call); event = said[next]) {
      if (event.type === 'message' && event.role !== 'assistant') book.give(event.text);
      next += 1;
    }
    book.begin(callIndex);
    book.end(callIndex, call);
  }
  const callAt = (callIndex: number) => tool_calls[callIndex];
  return {
    annotations: annotations.map((phase) => book.withContext(phase, callAt, (id) => callIndexes.get(id))),
    calls: tool_calls.map((call, callIndex) => (book.isSilentSource(callIndex) ? withContribution(call) : call)),
  };
}

function isBefore({ seq }: SessionEvent, call: ToolCall): boolean {
  return seq === undefined || call.seq === undefined || seq < call.seq;
}

function toPhaseCall(call: ToolCall): PhaseCall {
  const startedMs = toMillis(call.started_at);
  return {
    ...phaseCallOf(call),
    outcome: outcomeOf(call),
    durationMs: call.duration_ms,
    ...(startedMs === undefined ? {} : { startedMs }),
  };
}

/** UTC with milliseconds; an unreadable time is kept as it is. */
function normalTime(time: string): string {
  const ms = toMillis(time);
  return ms === undefined ? time : toIso(ms);
}

function normalEvent(event: SessionEvent): SessionEvent {
  return event.at === undefined ? event : { ...event, at: normalTime(event.at) };
}

function normalCall(call: ToolCall): ToolCall {
  return { ...call, started_at: normalTime(call.started_at), ended_at: normalTime(call.ended_at) };
}

function keepItem<Item extends ToolCall | SessionEvent>(item: Item, folder: string, contents: ShortenContext): Item {
  const { item: short, refs } = shortenTexts(item, contents);
  const { content_refs = [] } = item;
  return withContentFolder(
    refs.length === 0 ? short : { ...short, content_refs: [...content_refs, ...refs] },
    false,
    folder,
  );
}
