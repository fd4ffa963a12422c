import type { PlanItem, SourceRef } from '../../session/index.ts';
import type { SessionSink } from '../assembly.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';
import type { ReportLine } from './records.ts';

/** Statuses of a step, as checklists have them. A blocked step is one that is not done. */
const statuses: ReadonlyMap<string, PlanItem['status']> = new Map([
  ['PENDING', 'pending'],
  ['IN_PROGRESS', 'in_progress'],
  ['COMPLETED', 'completed'],
  ['BLOCKED', 'pending'],
]);

/** Whether a step could not go on. */
export function isBlocked(step: JsonObject): boolean {
  return statusWord(step) === 'BLOCKED';
}

function statusWord(step: JsonObject): string {
  return (field.text(step, 'status') ?? 'PENDING').toUpperCase();
}

/** Puts the plan's steps into the session as a checklist. */
export function convertPlan(
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
export interface Review {
  attempt: number;
  action: (typeof actions)[number];
  feedback: string;
  /** Fields whose values are guesses, because the log has others or none. */
  inferred: ('attempt' | 'action')[];
  /** The entry as it stands in the log. */
  raw: unknown;
}

/** Reads the entry at `index` of a review log. An action of no known name counts as a request for changes. */
export function readReview(raw: unknown, index: number): Review {
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
export function convertReview(review: Review, sink: SessionSink, ref: SourceRef, report: ReportLine): void {
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
