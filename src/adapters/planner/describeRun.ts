import type { SessionFacts } from '../assembly.ts';
import { field } from '../read/jsonObject.ts';
import type { Review } from './documents.ts';
import { isBlocked } from './documents.ts';
import { durationMsOf, type PlanRun } from './records.ts';

/** The facts of a run. Its plan, review log and telemetry stay whole, in the words of the log. */
export function describeRun(run: PlanRun, reviews: readonly Review[]): SessionFacts {
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
