import { diagnose, type PhaseType, type PlanItem, type SourceRef, toIso } from '../../session/index.ts';
import type { Assembly, SessionFacts, SessionSink } from '../assembly.ts';
import type { Converter } from '../contract.ts';
import { field, isJsonObject, type JsonObject, jsonText, textOf } from '../read/jsonObject.ts';
import { hashBytes } from '../sha256.ts';
import { durationMsOf, type PlanRun, type ReportLine, readPlanRun } from './records.ts';

/** Each line becomes a session of its own: question, reviews and plan as events, the researcher's searches as calls. */
export function createPlannerConverter(assembly: Assembly, names: readonly string[]): Converter<unknown, never> {
  const keys = new Map<string, number>();
  return {
    record(value, ref) {
      const run = readPlanRun(value);
      if (run === undefined)
        return { dropped: 'malformed-record', message: 'The line has neither a question nor a plan.' };
      const at = { file: names[ref.source] ?? '', line: ref.line, byteOffset: ref.byte_offset };
      const sink = assembly.session(uniqueKey(run, keys));
      convertRun(run, sink, ref, (code, detail) => assembly.report(diagnose(code, { at, ...detail })));
      return 'converted';
    },
    end() {},
  };
}

/**
 * The earlier plans are not stored, only the last one: it stands where it was made, after the reviews that asked for
 * changes and before the one that judged it.
 */
function convertRun(run: PlanRun, sink: ReturnType<Assembly['session']>, ref: SourceRef, report: ReportLine): void {
  const reviews = (run.reviews ?? []).map((raw, index) => readReview(raw, index));
  sink.describe(describeRun(run, reviews));
  if (run.others?.timestamp !== undefined) report('invalid-time');
  if (run.question !== undefined) sink.message({ role: 'user', text: run.question, ref });
  if (run.context !== undefined && run.context.trim() !== '') {
    sink.message({ role: 'user', text: run.context, origin: 'context', ref });
  }
  for (const review of reviews.slice(0, -1)) convertReview(review, sink, ref, report);
  if (run.plan !== undefined) convertPlan(run.plan, run.steps, sink, ref, report);
  for (const review of reviews.slice(-1)) convertReview(review, sink, ref, report);
  convertCalls(run, sink, ref, report);
}

/** The log has no ids: time, question and plan make one, the same wherever the line stands. */
function uniqueKey({ endedMs, question, plan }: PlanRun, keys: Map<string, number>): string {
  const stamp = endedMs === undefined ? 'undated' : toIso(endedMs).replaceAll(/\D/g, '').slice(0, 14);
  const words = jsonText([stamp, question, plan?.topic, plan?.goal]);
  const key = `plan-${stamp}-${hashBytes(new TextEncoder().encode(words)).slice(0, 8)}`;
  const count = (keys.get(key) ?? 0) + 1;
  keys.set(key, count);
  return count === 1 ? key : `${key}-${count}`;
}

/** The facts of a run. Its plan, review log and telemetry stay whole, in the words of the log. */
function describeRun(run: PlanRun, reviews: readonly Review[]): SessionFacts {
  const { plan, telemetry, locale, others, endedMs } = run;
  const { status, outcome, inferred } = verdictOf(run, reviews);
  const searchingMs = searchingMsOf(run);
  return {
    title: plan === undefined ? undefined : field.text(plan, 'topic'),
    description: plan === undefined ? undefined : field.text(plan, 'goal'),
    startedAt: endedMs === undefined ? undefined : endedMs - (searchingMs ?? 0),
    endedAt: endedMs,
    status,
    outcome,
    plan,
    review: run.reviews === undefined ? undefined : { attempts: reviews.map(attemptOf) },
    telemetry,
    ...(locale === undefined ? {} : { environment: { locale } }),
    extensions: others === undefined ? {} : { other_fields: others },
    inferred: [...inferred, ...(endedMs === undefined ? [] : ['created_at', 'summary.total_duration_ms'])],
  };
}

function attemptOf({ attempt, action, feedback }: Review) {
  return { attempt, action, feedback };
}

/** How long the researcher worked: the only time of a run that the log knows, besides its end. */
function searchingMsOf({ calls, telemetry }: PlanRun): number | undefined {
  const durations = calls.map((call) => durationMsOf(call, 'duration_seconds')).filter((each) => each !== undefined);
  if (durations.length > 0) return durations.reduce((sum, each) => sum + each, 0);
  const researcher = telemetry === undefined ? undefined : field.object(telemetry, 'researcher');
  return researcher === undefined ? undefined : durationMsOf(researcher, 'total_duration_seconds');
}

type Verdict = Pick<SessionFacts, 'status' | 'outcome'> & { inferred: string[] };

/** The last review decides, unless a step is blocked. Without a review the log does not say how the run ended. */
function verdictOf({ steps, reviews: log }: PlanRun, reviews: readonly Review[]): Verdict {
  const last = reviews.at(-1);
  if (last?.action === 'abort') return { status: 'failed', outcome: 'cancelled', inferred: [] };
  if (steps.some(isBlocked)) return { status: 'failed', outcome: 'failed', inferred: [] };
  if (last?.action === 'request_changes') return { status: 'in_progress', outcome: 'unknown', inferred: [] };
  if (last !== undefined) return { status: 'success', outcome: 'succeeded', inferred: [] };
  // The writer stores a run only when its plan was accepted; a list of plans is about no run's end.
  return log === undefined
    ? { status: 'success', outcome: 'unknown', inferred: ['status'] }
    : { status: 'success', outcome: 'succeeded', inferred: ['status', 'outcome'] };
}

/** Statuses of a step, as checklists have them. A blocked step is one that is not done. */
const statuses: ReadonlyMap<string, PlanItem['status']> = new Map([
  ['PENDING', 'pending'],
  ['IN_PROGRESS', 'in_progress'],
  ['COMPLETED', 'completed'],
  ['BLOCKED', 'pending'],
]);

/** Whether a step could not go on. */
function isBlocked(step: JsonObject): boolean {
  return statusWord(step) === 'BLOCKED';
}

function statusWord(step: JsonObject): string {
  return (field.text(step, 'status') ?? 'PENDING').toUpperCase();
}

/** Puts the plan's steps into the session as a checklist. */
function convertPlan(
  plan: JsonObject,
  steps: readonly JsonObject[],
  sink: SessionSink,
  ref: SourceRef,
  report: ReportLine,
): void {
  if (steps.some((step) => !statuses.has(statusWord(step)))) {
    report('unknown-value', { expected: [...statuses.keys()].join(', ') });
  }
  const blocked = steps.filter(isBlocked).map((step) => field.text(step, 'id') ?? '');
  sink.plan({
    items: steps.map(itemOf),
    explanation: field.text(plan, 'goal'),
    ref,
    extensions: blocked.length === 0 ? undefined : { blocked_steps: blocked },
  });
}

function itemOf(step: JsonObject): PlanItem {
  const id = field.text(step, 'id');
  return {
    text: field.text(step, 'title') ?? id ?? '',
    status: statuses.get(statusWord(step)) ?? 'pending',
    ...(id === undefined ? {} : { item_id: id }),
  };
}

const actions = ['accept_plan', 'request_changes', 'abort'] as const;

/** What a person decided about a plan. */
interface Review {
  attempt: number;
  action: (typeof actions)[number];
  feedback: string;
  /** Fields whose values are guesses, because the log has others or none. */
  inferred: ('attempt' | 'action')[];
  /** The entry as it stands in the log. */
  raw: unknown;
}

/** Reads the entry at `index` of a review log. An action of no known name counts as a request for changes. */
function readReview(raw: unknown, index: number): Review {
  const entry = isJsonObject(raw) ? raw : {};
  const attempt = field.number(entry, 'attempt');
  const attemptGiven = attempt !== undefined && Number.isSafeInteger(attempt) && attempt > 0;
  const word = field.text(entry, 'action');
  const action = actions.find((each) => each === word?.toLowerCase());
  return {
    attempt: attemptGiven ? attempt : index + 1,
    action: action ?? 'request_changes',
    feedback: field.text(entry, 'feedback') ?? '',
    inferred: [...(attemptGiven ? [] : ['attempt' as const]), ...(action === undefined ? ['action' as const] : [])],
    raw,
  };
}

/** Puts a review into the session; what the log has instead of the known values stays beside it. */
function convertReview(review: Review, sink: SessionSink, ref: SourceRef, report: ReportLine): void {
  const { attempt, action, feedback, inferred, raw } = review;
  if (inferred.length > 0) report('unknown-value', { expected: 'an attempt from 1 on, and an action of the three' });
  sink.review({
    attempt,
    action,
    feedback,
    ref,
    inferred,
    extensions: inferred.length > 0 ? { entry: raw } : undefined,
  });
}

const paramFields = ['query', 'step_id', 'applied_max_results', 'applied_max_notes'] as const;
const resultFields = ['result_count', 'note_count'] as const;

/** What a step of each type is to the standard's phases. */
const phases: ReadonlyMap<string, PhaseType> = new Map([
  ['RESEARCH', 'explore'],
  ['PROCESS', 'execute'],
  ['SYNTHESIZE', 'execute'],
  ['REVIEW', 'verify'],
]);

interface MadeCall {
  seq: number;
  step: JsonObject | undefined;
}

/** Puts the researcher's searches into the session, laid end to end up to the run's end, and their phases. */
function convertCalls(run: PlanRun, sink: SessionSink, ref: SourceRef, report: ReportLine): void {
  const { calls, steps, telemetry, endedMs } = run;
  if (calls.length > 0) report('time-inferred');
  const stated = telemetry === undefined ? undefined : totalCallsOf(telemetry);
  if (stated !== undefined && stated !== calls.length) {
    report('count-mismatch', { actual: `${calls.length} calls`, expected: `${stated} calls` });
  }
  const writer = createNoteWriter(steps, calls);
  const stepById = new Map<unknown, JsonObject>(steps.map((step) => [step.id ?? step, step]));
  const made = calls.map((call): MadeCall => {
    const step = stepById.get(call.step_id);
    return { seq: convertCall(call, step, writer.take(call), sink, ref), step };
  });
  if (endedMs !== undefined) annotate(made, sink, toIso(endedMs));
}

function totalCallsOf(telemetry: JsonObject): number | undefined {
  const researcher = field.object(telemetry, 'researcher');
  return researcher === undefined ? undefined : field.number(researcher, 'total_calls');
}

function convertCall(
  call: JsonObject,
  step: JsonObject | undefined,
  notes: readonly unknown[],
  sink: SessionSink,
  ref: SourceRef,
): number {
  const results = field.number(call, 'result_count');
  const noteCount = field.number(call, 'note_count');
  const degradation = field.text(call, 'degradation_mode');
  const text = notes.length === 0 ? undefined : notes.map(renderNote).join('\n\n');
  const seq = sink.openCall({
    name: 'Researcher',
    params: pick(call, paramFields),
    description: step === undefined ? undefined : field.text(step, 'title'),
    ref,
    extensions: degradation === undefined ? undefined : { degradation_mode: degradation },
  });
  sink.closeCall(seq, {
    durationMs: durationMsOf(call, 'duration_seconds'),
    outcome: (results ?? 0) + (noteCount ?? 0) > 0 ? 'succeeded' : 'unknown',
    display: [counted(results, 'result'), counted(noteCount, 'note')].filter((each) => each !== '').join(', '),
    text,
    contributes: text === undefined ? undefined : 'search_result',
    fields: pick(call, resultFields),
    inferred: text === undefined ? [] : ['context_contribution'],
  });
  return seq;
}

function pick(call: JsonObject, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, call[key]]).filter(([, value]) => value != null));
}

function counted(count: number | undefined, thing: string): string {
  return count === undefined ? '' : `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** One annotation for each run of calls that serve one step: the plan itself says of what type the step is. */
function annotate(made: readonly MadeCall[], sink: SessionSink, annotatedAt: string): void {
  let from = 0;
  while (from < made.length) {
    const step = made[from]?.step;
    let to = from;
    while (made[to + 1] !== undefined && made[to + 1]?.step === step) to += 1;
    const phase = step === undefined ? undefined : phases.get(field.text(step, 'step_type')?.toUpperCase() ?? '');
    const [first, last] = [made[from], made[to]];
    if (step !== undefined && phase !== undefined && first !== undefined && last !== undefined) {
      const description = field.text(step, 'title');
      sink.annotate({
        from: first.seq,
        to: last.seq,
        phase_type: phase,
        annotated_by: 'agent',
        annotated_at: annotatedAt,
        confidence: 'high',
        ...(description === undefined ? {} : { description }),
      });
    }
    from = to + 1;
  }
}

/**
 * Hands the notes of the steps out to the calls that made them. The log keeps notes by step and counts them by call:
 * each call takes as many as it counts, the last one of a step what is left.
 */
interface NoteWriter {
  take(call: JsonObject): readonly unknown[];
}

function createNoteWriter(steps: readonly JsonObject[], calls: readonly JsonObject[]): NoteWriter {
  const left = new Map<unknown, unknown[]>();
  for (const step of steps) {
    if (!left.has(step.id)) left.set(step.id, [...field.list(step, 'notes')]);
  }
  const calling = new Map<unknown, number>();
  for (const { step_id } of calls) calling.set(step_id, (calling.get(step_id) ?? 0) + 1);
  return {
    take({ step_id, note_count }) {
      const notes = left.get(step_id) ?? [];
      const later = (calling.get(step_id) ?? 1) - 1;
      calling.set(step_id, later);
      return notes.splice(0, later === 0 || typeof note_count !== 'number' ? notes.length : note_count);
    },
  };
}

/** A research note as text: the claim, then what backs it. The first models wrote notes as plain strings. */
function renderNote(note: unknown): string {
  if (typeof note === 'string') return note;
  if (!isJsonObject(note)) return textOf(note);
  const claim = field.text(note, 'claim') ?? '';
  const rest = (['source', 'evidence', 'confidence', 'todo'] as const)
    .filter((key) => note[key] != null)
    .map((key) => `  ${key}: ${textOf(note[key])}`);
  return [claim, ...rest].join('\n');
}
