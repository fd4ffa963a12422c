import {
  addUsage,
  type CallCounts,
  coverCalls,
  type Diagnostic,
  diagnose,
  type PhaseAnnotation,
  type Provenance,
  type SessionHead,
  toIso,
  toMillis,
} from '../../session/index.ts';
import type { SourceAnnotation } from '../assembly.ts';
import { type AssembledSession, readable } from './assembledSession.ts';
import type { Cleaner } from './cleanValue.ts';
import { defined } from './defined.ts';
import { finishSubSession, linkSubSession } from './finishSubSession.ts';
import { mergeExtensions } from './mergeExtensions.ts';
import { oneLine } from './oneLine.ts';
import { outcomeOf } from './outcomeOf.ts';
import { type RunSpan, runSpan } from './runSpan.ts';
import type { SessionAssembler, SubSessionAssembler } from './sessionAssembler.ts';
import { titleOfPrompt } from './titleOfPrompt.ts';

/** What the name of a session is made from; its texts are masked. */
export interface NamedFacts {
  title: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  nativeId: string | undefined;
}

export interface FinishContext {
  format: string;
  clean: Cleaner;
  report(diagnostic: Diagnostic): void;
  provenance(): Provenance;
  /** Used where the log is silent on when the run began. */
  hintedStart: string | undefined;
  /** Title where the log gives none. */
  fallbackTitle: string;
  name(facts: NamedFacts): string;
  annotate: boolean;
}

/**
 * A session as it stands: links subagents, infers what v3.0 demands, sums up and names it. Changes nothing: a session that
 * is still written can be read again and again while it grows.
 */
export function finishSession(session: SessionAssembler, context: FinishContext): AssembledSession {
  session.closeBook(context.report);
  const unanswered = session.hasOpenCalls;
  const { facts } = session;
  const subs = [...session.subs.values()];
  for (const sub of subs) linkSubSession(sub, session, context);
  const span = runSpan(session, facts, toMillis(context.hintedStart) ?? 0);
  const createdAt = toIso(span.startMs);
  const { title, inferred: titleInferred } = titleOf(session, context, span);
  const nativeId = nativeIdOf(session, context);
  const sessionId = context.name({ title, createdAt, nativeId });
  if (span.startInferred) context.report(diagnose('time-inferred'));

  const status = facts.status ?? (unanswered ? 'in_progress' : 'success');
  const contentFolder = `${sessionId}.content`;
  const runFrame = { base: span.startMs, contentFolder, clean: context.clean };
  const frame = { sessionId, contentFolder, fallbackStartMs: span.startMs };
  const phases = phasesOf(session, context, toIso(span.endMs));
  const inferred = [
    ...new Set([...(facts.inferred ?? []), ...inferredTimes(span), ...titleInferred, ...inferredFacts(session)]),
  ];
  const head: SessionHead = {
    schema_version: '3.1',
    session_id: sessionId,
    task_title: title,
    ...cleaned(context.clean, { task_description: facts.description }),
    user_prompt: promptOf(session, context),
    created_at: createdAt,
    completed_at: toIso(span.endMs),
    status,
    outcome: facts.outcome ?? outcomeOf(status),
    agent: {
      model_id: facts.modelId === undefined ? 'unknown' : context.clean.text(facts.modelId),
      ...cleaned(context.clean, { capability_snapshot: facts.capabilitySnapshot }),
    },
    ...cleaned(context.clean, {
      environment: facts.environment,
      parent: facts.parent,
      plan: facts.plan,
      review: facts.review,
      telemetry: facts.telemetry,
      extensions: mergeExtensions(undefined, context.format, facts.extensions),
    }),
    ...defined({ usage: usageOf(session) }),
    ...(inferred.length === 0 ? {} : { inferred }),
    summary: summaryOf(session, span),
    provenance: { ...context.provenance(), ...defined({ native_id: nativeId }) },
  };
  return {
    head,
    counts: countsOf(session, subs),
    phases,
    calls: () => session.finishedCalls(runFrame),
    events: () => session.finishedEvents(runFrame),
    *subSessions() {
      for (const sub of subs) yield readable(finishSubSession(sub, session, frame, context));
    },
  };
}

/** What the log calls it; else what was asked, where and when it was, its id, its file, or, where none can be read, its format. */
function titleOf(
  session: SessionAssembler,
  context: FinishContext,
  span: RunSpan,
): { title: string; inferred: string[] } {
  const stated = oneLine(context.clean.text(session.facts.title ?? ''));
  if (stated !== '') return { title: stated, inferred: [] };
  const title =
    titleOfPrompt(promptOf(session, context)) ||
    placeOf(session, context, span) ||
    oneLine(nativeIdOf(session, context) ?? '') ||
    oneLine(context.clean.text(context.fallbackTitle)) ||
    context.format;
  return { title, inferred: ['task_title'] };
}

/** The folder of a session and when it began, such as `shop, 2026-01-25 10:00`; empty where either is not known. */
function placeOf({ facts }: SessionAssembler, { clean }: FinishContext, { startMs }: RunSpan): string {
  const path = clean.text(facts.environment?.cwd ?? '').split(/[\\/]/);
  const folder = oneLine(path.findLast((part) => part.trim() !== '') ?? '');
  // Where nothing tells a time, runs are laid from the epoch on.
  return folder === '' || startMs === 0 ? '' : `${folder}, ${toIso(startMs).slice(0, 16).replace('T', ' ')}`;
}

/** An empty id names nothing, and counts as none. */
function nativeIdOf({ facts }: SessionAssembler, { clean }: FinishContext): string | undefined {
  return clean.text(facts.nativeId ?? '') || undefined;
}

function promptOf(session: SessionAssembler, { clean }: FinishContext): string {
  return session.facts.prompt === undefined ? (session.firstPrompt ?? '') : clean.text(session.facts.prompt);
}

function inferredTimes({ startInferred, endInferred }: RunSpan): string[] {
  return [
    ...(startInferred ? ['created_at'] : []),
    ...(endInferred ? ['completed_at', 'summary.total_duration_ms'] : []),
  ];
}

function inferredFacts(session: SessionAssembler): string[] {
  const { facts, firstPrompt } = session;
  return [
    ...(facts.modelId === undefined ? ['agent.model_id'] : []),
    ...(facts.prompt === undefined && firstPrompt === undefined ? ['user_prompt'] : []),
    ...(facts.status === undefined ? ['status'] : []),
  ];
}

/** Clean copies of what is given. */
function cleaned<Fields extends object>(
  clean: Cleaner,
  fields: Fields,
): { [K in keyof Fields]?: Exclude<Fields[K], undefined> } {
  return clean.value(defined(fields)) as { [K in keyof Fields]?: Exclude<Fields[K], undefined> };
}

function usageOf({ facts, usageTotal }: SessionAssembler) {
  const usage = facts.usage ?? addUsage(usageTotal, facts.usageToCome ?? {});
  return Object.keys(usage).length === 0 ? undefined : usage;
}

function countsOf(session: SessionAssembler, subs: readonly SubSessionAssembler[]): CallCounts {
  const sum = (count: (sub: SubSessionAssembler) => number): number => subs.reduce((all, sub) => all + count(sub), 0);
  return {
    calls: { main: session.callCount, inner: sum((sub) => sub.callCount) },
    failed: { main: session.failedCount, inner: sum((sub) => sub.failedCount) },
  };
}

function summaryOf(session: SessionAssembler, span: RunSpan): SessionHead['summary'] {
  return {
    total_duration_ms: span.endMs - span.startMs,
    tool_calls_count: session.callCount,
    files_created: session.files.created(),
    files_modified: session.files.modified(),
    errors_encountered: session.countCallsWithoutSuccess(),
  };
}

/** The phases that the source tells, or, where it tells none, those that are inferred whenever they are asked for. */
function phasesOf(session: SessionAssembler, context: FinishContext, annotatedAt: string): AssembledSession['phases'] {
  if (session.annotations.length === 0) return () => (context.annotate ? session.inferPhases(annotatedAt) : []);
  const named = session.annotations.flatMap((annotation, index) => nameAnnotation(annotation, index, session, context));
  const cleanOnes = context.clean.value(named) as PhaseAnnotation[];
  const covered = cleanOnes.length === 0 ? [] : coverCalls(cleanOnes, session.callIds(), annotatedAt);
  return () => (context.annotate ? session.withContext(covered) : covered);
}

function nameAnnotation(
  { from, to, ...annotation }: SourceAnnotation,
  index: number,
  session: SessionAssembler,
  context: FinishContext,
): PhaseAnnotation[] {
  const start = session.callIdOf(from);
  const end = session.callIdOf(to);
  if (start === undefined || end === undefined) {
    const missing = String(start === undefined ? from : to);
    context.report(diagnose('dangling-call-id', { actual: context.clean.copy(missing) }));
    return [];
  }
  const annotation_id = `ann-${String(index + 1).padStart(3, '0')}`;
  const tool_call_range = { start_call_id: start, end_call_id: end };
  return [{ ...annotation, annotation_id, tool_call_range } as PhaseAnnotation];
}
