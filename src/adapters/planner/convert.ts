import { diagnose, type SourceRef, toIso } from '../../session/index.ts';
import type { Assembly, SessionFacts } from '../assembly.ts';
import type { Converter } from '../contract.ts';
import { field } from '../read/jsonObject.ts';
import { hashBytes } from '../sha256.ts';
import { convertCalls } from './calls.ts';
import { convertPlan, convertReview, isBlocked, type Review, readReview } from './documents.ts';
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
  const words = JSON.stringify([stamp, question, plan?.topic, plan?.goal]);
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
  // The writer stores a run only when its plan was accepted; a list of plans tells of no run's end.
  return log === undefined
    ? { status: 'success', outcome: 'unknown', inferred: ['status'] }
    : { status: 'success', outcome: 'succeeded', inferred: ['status', 'outcome'] };
}
