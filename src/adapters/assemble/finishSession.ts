import {
  addUsage,
  type CallCounts,
  coverCalls,
  type Diagnostic,
  diagnose,
  type Outcome,
  type PhaseAnnotation,
  type Provenance,
  type SessionHead,
  type SessionStatus,
  type SubSession,
  toIso,
  toMillis,
} from '../../session/index.ts';
import type { SessionFacts, SourceAnnotation, SubSessionFacts } from '../assembly.ts';
import { type AssembledSession, type ReadableRun, readableRun } from './assembledSession.ts';
import type { CallTable } from './callTable.ts';
import type { Cleaner } from './cleanValue.ts';
import { defined, mergeExtensions } from './fields.ts';
import { firstLine } from './firstLine.ts';
import { subjectOfPrompt, titleOfPrompt } from './promptTitles.ts';
import type { Run } from './run.ts';
import type { SessionBuilder, SubRun } from './sessionBuilder.ts';

/** What a session's name is made from; its texts are masked. */
export interface NamedFacts {
  title: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  nativeId: string | undefined;
}

interface FinishContext {
  format: string;
  clean: Cleaner;
  report(diagnostic: Diagnostic): void;
  provenance(): Provenance;
  /** Used if the log does not say when the run began. */
  hintedStart: string | undefined;
  /** Title used if the log has none. */
  fallbackTitle: string;
  name(facts: NamedFacts): string;
  annotate: boolean;
}

/**
 * Finishes a session in its current state: links subagents, infers what v3.0 requires, computes totals and names it. Changes nothing: a
 * session that is still being written can be read repeatedly while it grows.
 */
export function finishSession(session: SessionBuilder, context: FinishContext): AssembledSession {
  const { run } = session;
  run.calls.beginReading(context.report);
  const facts = run.described.current;
  const subs = [...session.subs.values()];
  for (const sub of subs) linkSubSession(sub, session, context);
  const span = runSpan(run, toMillis(context.hintedStart) ?? 0, facts.durationMs);
  const createdAt = toIso(span.startMs);
  const { title, inferred: titleInferred } = titleOf(run, context, span);
  const nativeId = nativeIdOf(facts, context);
  const sessionId = context.name({ title, createdAt, nativeId });
  if (span.startInferred) context.report(diagnose('time-inferred'));

  const status = facts.status ?? (run.table.hasOpen ? 'in_progress' : 'success');
  const contentFolder = `${sessionId}.content`;
  const runFrame = { base: span.startMs, contentFolder, clean: context.clean };
  const frame = { sessionId, contentFolder, fallbackStartMs: span.startMs };
  const phases = phasesOf(session, context, toIso(span.endMs));
  const inferred = [
    ...new Set([...(facts.inferred ?? []), ...inferredTimes(span), ...titleInferred, ...inferredFacts(run)]),
  ];
  const head: SessionHead = {
    schema_version: '3.1',
    session_id: sessionId,
    task_title: title,
    ...cleaned(context.clean, { task_description: facts.description }),
    user_prompt: promptOf(run, context),
    created_at: createdAt,
    completed_at: toIso(span.endMs),
    status,
    outcome: facts.outcome ?? outcomeOfStatus(status),
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
    ...defined({ usage: usageOf(run) }),
    ...(inferred.length === 0 ? {} : { inferred }),
    summary: summaryOf(run, span),
    provenance: { ...context.provenance(), ...defined({ native_id: nativeId }) },
  };
  return {
    head,
    counts: { ...countsOf(run, subs), durationMs: lengthOf(span, subs) },
    phases,
    calls: () => run.calls.finished(runFrame),
    events: () => run.events.finished(runFrame),
    *subSessions() {
      for (const sub of subs) yield finishSubSession(sub, session, frame, context);
    },
  };
}

/** The title in the log; otherwise the first prompt that says what it is about, the place and time, the id, the file, or, if none can be read, the format. */
function titleOf(run: Run<SessionFacts>, context: FinishContext, span: RunSpan): { title: string; inferred: string[] } {
  const facts = run.described.current;
  const stated = firstLine(context.clean.text(facts.title ?? ''));
  if (stated !== '') return { title: stated, inferred: [] };
  const prompt = promptOf(run, context);
  const title =
    subjectOfPrompt(prompt) ||
    run.events.prompts.subject ||
    titleOfPrompt(prompt) ||
    folderOf(facts, context, span) ||
    firstLine(nativeIdOf(facts, context) ?? '') ||
    firstLine(context.clean.text(context.fallbackTitle)) ||
    context.format;
  return { title, inferred: ['task_title'] };
}

/** The folder of a session and when it began, such as `shop, 2026-01-25 10:00`; empty if either is unknown. */
function folderOf({ environment }: SessionFacts, { clean }: FinishContext, { startMs }: RunSpan): string {
  const path = clean.text(environment?.cwd ?? '').split(/[\\/]/);
  const folder = firstLine(path.findLast((part) => part.trim() !== '') ?? '');
  // If nothing has a time, runs are laid out from the epoch.
  return folder === '' || startMs === 0 ? '' : `${folder}, ${toIso(startMs).slice(0, 16).replace('T', ' ')}`;
}

/** An empty id counts as none. */
function nativeIdOf({ nativeId }: SessionFacts, { clean }: FinishContext): string | undefined {
  return clean.text(nativeId ?? '') || undefined;
}

function promptOf({ described, events }: Run<SessionFacts>, { clean }: FinishContext): string {
  const { prompt } = described.current;
  return prompt === undefined ? (events.prompts.first ?? '') : clean.text(prompt);
}

function inferredTimes({ startInferred, endInferred, lengthInferred }: RunSpan): string[] {
  return [
    ...(startInferred ? ['created_at'] : []),
    ...(endInferred ? ['completed_at'] : []),
    ...(lengthInferred ? ['summary.total_duration_ms'] : []),
  ];
}

function inferredFacts({ described, events, calls }: Run<SessionFacts>): string[] {
  const facts = described.current;
  return [
    ...(facts.modelId === undefined ? ['agent.model_id'] : []),
    ...(facts.prompt === undefined && events.prompts.first === undefined ? ['user_prompt'] : []),
    ...(facts.status === undefined ? ['status'] : []),
    ...calls.files.guessed,
  ];
}

/** Masked copies of the given facts. */
function cleaned<Fields extends object>(
  clean: Cleaner,
  fields: Fields,
): { [K in keyof Fields]?: Exclude<Fields[K], undefined> } {
  return clean.value(defined(fields)) as { [K in keyof Fields]?: Exclude<Fields[K], undefined> };
}

function usageOf({ described, events }: Run<SessionFacts>) {
  const facts = described.current;
  const usage = facts.usage ?? addUsage(events.usageTotal, facts.usageToCome ?? {});
  return Object.keys(usage).length === 0 ? undefined : usage;
}

/** Undefined if no record has a time, the source states no duration, and the runs of subagents have no time either. */
function lengthOf({ startMs, endMs, lengthInferred }: RunSpan, subs: readonly SubRun[]): number | undefined {
  return lengthInferred && subs.every(({ clock }) => clock.span.last === undefined) ? undefined : endMs - startMs;
}

function countsOf({ table }: Run<SessionFacts>, subs: readonly SubRun[]): CallCounts {
  const sum = (count: (sub: SubRun) => number): number => subs.reduce((all, sub) => all + count(sub), 0);
  return {
    calls: { main: table.size, inner: sum((sub) => sub.table.size) },
    failed: { main: table.countOf('failed'), inner: sum((sub) => sub.table.countOf('failed')) },
  };
}

function summaryOf({ table, calls }: Run<SessionFacts>, span: RunSpan): SessionHead['summary'] {
  return {
    total_duration_ms: span.endMs - span.startMs,
    tool_calls_count: table.size,
    files_created: calls.files.created(),
    files_modified: calls.files.modified(),
    errors_encountered: table.countWithoutSuccess(),
  };
}

/** The phases stated by the source; if there are none, inferred ones, computed on each request. */
function phasesOf(
  { run, annotations }: SessionBuilder,
  context: FinishContext,
  annotatedAt: string,
): AssembledSession['phases'] {
  const { calls, table } = run;
  if (annotations.length === 0) return () => (context.annotate ? calls.inferPhases(annotatedAt) : []);
  const named = annotations.flatMap((annotation, index) => nameAnnotation(annotation, index, table, context));
  const cleanOnes = context.clean.value(named) as PhaseAnnotation[];
  const covered = cleanOnes.length === 0 ? [] : coverCalls(cleanOnes, table.callIds(), annotatedAt);
  return () => (context.annotate ? calls.withContext(covered) : covered);
}

function nameAnnotation(
  { from, to, ...annotation }: SourceAnnotation,
  index: number,
  table: CallTable,
  context: FinishContext,
): PhaseAnnotation[] {
  const start = table.idOf(from);
  const end = table.idOf(to);
  if (start === undefined || end === undefined) {
    const missing = String(start === undefined ? from : to);
    context.report(diagnose('dangling-call-id', { actual: context.clean.copy(missing) }));
    return [];
  }
  const annotation_id = `ann-${String(index + 1).padStart(3, '0')}`;
  const tool_call_range = { start_call_id: start, end_call_id: end };
  return [{ ...annotation, annotation_id, tool_call_range } as PhaseAnnotation];
}

/** The run that holds the call which started a sub-session. */
function parentRun(sub: SubRun, session: SessionBuilder): Run<SessionFacts> | SubRun {
  const { parentNativeId } = sub.described.current;
  return (parentNativeId === undefined ? undefined : session.subs.get(parentNativeId)) ?? session.run;
}

/** Ends the run of a subagent and links it to the call that started it; reports a run without such a call. */
function linkSubSession(sub: SubRun, session: SessionBuilder, context: FinishContext): void {
  sub.calls.beginReading(context.report);
  const { triggeredBy, resumedBy = [] } = sub.described.current;
  const { table } = parentRun(sub, session);
  const linked = triggeredBy !== undefined && table.link(triggeredBy, sub.id, sub.table.countTools());
  for (const callId of resumedBy) table.link(callId, sub.id);
  if (!linked) context.report(diagnose('unlinked-subagent', { actual: sub.id }));
}

interface SubSessionFrame {
  sessionId: string;
  contentFolder: string;
  /** Start of the session, used as the start of runs without any time. */
  fallbackStartMs: number;
}

/** The run of a subagent in the standard's terms. */
function finishSubSession(
  sub: SubRun,
  session: SessionBuilder,
  frame: SubSessionFrame,
  { clean }: FinishContext,
): ReadableRun {
  const facts = sub.described.current;
  const span = runSpan(sub, frame.fallbackStartMs);
  const runFrame = { base: span.startMs, contentFolder: frame.contentFolder, clean };
  const status = facts.status ?? 'success';
  const inferred = [
    ...(facts.inferred ?? []),
    ...(span.startInferred ? ['started_at'] : []),
    ...(span.endInferred ? ['completed_at'] : []),
    ...(facts.status === undefined ? ['status'] : []),
  ];
  const usage = addUsage(sub.events.usageTotal, facts.usageToCome ?? {});
  const parent = facts.parentNativeId === undefined ? undefined : session.subs.get(facts.parentNativeId);
  const extensions = mergeExtensions(undefined, sub.context.format, facts.extensions);
  const withoutItems: SubSession = {
    sub_session_id: sub.id,
    parent_session_id: parent?.id ?? frame.sessionId,
    ...defined({ triggered_by_call_id: parentRun(sub, session).table.idOf(facts.triggeredBy) }),
    agent: clean.value(
      defined({ agent_id: facts.agentId, agent_type: facts.agentType, model_id: facts.modelId }),
    ) as SubSession['agent'],
    ...(facts.description === undefined ? {} : { task: { description: clean.text(facts.description) } }),
    started_at: toIso(span.startMs),
    completed_at: toIso(span.endMs),
    status,
    outcome: facts.outcome ?? outcomeOfStatus(status),
    tool_calls: [],
    events: [],
    ...(clean.value(defined({ environment: facts.environment, parent: facts.parent })) as Pick<
      SubSession,
      'environment' | 'parent'
    >),
    ...(Object.keys(usage).length === 0 ? {} : { usage }),
    ...(inferred.length === 0 ? {} : { inferred }),
    ...(extensions === undefined ? {} : { extensions: clean.value(extensions) as Record<string, unknown> }),
  };
  return readableRun({
    frame: withoutItems,
    calls: () => sub.calls.finished(runFrame),
    events: () => sub.events.finished(runFrame),
  });
}

/** The outcome of a run whose source states only a status. */
function outcomeOfStatus(status: SessionStatus): Outcome {
  switch (status) {
    case 'success':
      return 'succeeded';
    case 'failed':
      return 'failed';
    case 'in_progress':
      return 'unknown';
  }
}

/** Start and end of a run, in milliseconds since 1970. */
interface RunSpan {
  startMs: number;
  endMs: number;
  startInferred: boolean;
  endInferred: boolean;
  lengthInferred: boolean;
}

/** From the facts of the run, else from its items; otherwise from `fallbackMs` on, for as long as the source states or its items last. */
function runSpan(
  { described, clock }: Run<SessionFacts> | Run<SubSessionFacts>,
  fallbackMs: number,
  statedMs?: number,
): RunSpan {
  const facts = described.current;
  const { first, last } = clock.span;
  const starts = [toMillis(facts.startedAt), first].filter((each) => each !== undefined);
  const startMs = starts.length > 0 ? Math.min(...starts) : fallbackMs;
  const stated = toMillis(facts.endedAt);
  const end = stated ?? last;
  return {
    startMs,
    endMs: Math.max(startMs, end ?? startMs + Math.max(clock.relativeEnd, statedMs ?? 0)),
    startInferred: starts.length === 0,
    endInferred: end === undefined || (stated === undefined && clock.goesOn),
    lengthInferred: end === undefined && statedMs === undefined,
  };
}
