import type { ReviewEvent, Session } from '../../session/index.ts';
import { field, fieldsOf, type JsonObject } from '../../session/internal.ts';

/** A planner run, as far as its record says. */
export interface PlanRun {
  readonly topic: string | undefined;
  readonly goal: string | undefined;
  readonly steps: readonly PlanStep[];
  readonly assumptions: readonly string[];
  readonly risks: readonly string[];
  readonly reviewer: string | undefined;
  readonly budgetTokens: number | undefined;
  readonly budgetDollars: number | undefined;
  readonly attempts: readonly ReviewAttempt[];
  readonly research: Research | undefined;
}

export interface PlanStep {
  readonly id: string | undefined;
  readonly title: string;
  /** `RESEARCH`, `PROCESS` … in the planner's words. */
  readonly type: string | undefined;
  readonly expected: string | undefined;
  /** `COMPLETED`, `BLOCKED` … in the planner's words. */
  readonly status: string | undefined;
  readonly result: string | undefined;
  readonly notes: readonly { claim: string; source: string | undefined; confidence: number | undefined }[];
}

export interface ReviewAttempt {
  readonly attempt: number | undefined;
  /** Undefined where the record has an action that nobody knows. */
  readonly action: ReviewEvent['action'] | undefined;
  readonly feedback: string | undefined;
}

export interface Research {
  readonly calls: readonly ResearchCall[];
  readonly totalCalls: number;
  readonly totalMs: number | undefined;
  readonly totalNotes: number | undefined;
  readonly totalResults: number | undefined;
}

export interface ResearchCall {
  readonly stepId: string | undefined;
  readonly query: string;
  readonly durationMs: number;
  readonly notes: number | undefined;
  readonly results: number | undefined;
  /** How the search was cut down, such as `budget`. */
  readonly degraded: string | undefined;
}

/** Reads the plan, reviews and telemetry of a session; undefined where it has none of them. */
export function planRun({ plan, review, telemetry }: Session): PlanRun | undefined {
  if (plan === undefined && review === undefined && telemetry === undefined) return undefined;
  const read = fieldsOf(plan);
  const about = fieldsOf(read.metadata);
  return {
    topic: field.filledText(read, 'topic'),
    goal: field.filledText(read, 'goal'),
    steps: field.objects(read, 'steps').map(readStep),
    assumptions: field.filledTexts(read, 'assumptions'),
    risks: field.filledTexts(read, 'risks'),
    reviewer: field.filledText(about, 'reviewer'),
    budgetTokens: field.number(about, 'budget_tokens'),
    budgetDollars: field.number(about, 'budget_cost_usd'),
    attempts: field.objects(fieldsOf(review), 'attempts').map(readAttempt),
    research: readResearch(fieldsOf(fieldsOf(telemetry).researcher)),
  };
}

function readStep(step: JsonObject): PlanStep {
  return {
    id: field.filledText(step, 'id'),
    title: field.filledText(step, 'title') ?? field.filledText(step, 'id') ?? '',
    type: field.filledText(step, 'step_type'),
    expected: field.filledText(step, 'expected_outcome'),
    status: field.filledText(step, 'status'),
    result: field.filledText(step, 'execution_result'),
    notes: field.objects(step, 'notes').map((note) => ({
      claim: field.filledText(note, 'claim') ?? '',
      source: field.filledText(note, 'source'),
      confidence: field.number(note, 'confidence'),
    })),
  };
}

const actions: readonly string[] = ['accept_plan', 'request_changes', 'abort'] satisfies ReviewEvent['action'][];

function readAttempt(entry: JsonObject): ReviewAttempt {
  const action = field.filledText(entry, 'action') ?? '';
  return {
    attempt: field.number(entry, 'attempt'),
    action: actions.includes(action) ? (action as ReviewEvent['action']) : undefined,
    feedback: field.filledText(entry, 'feedback'),
  };
}

function readResearch(researcher: JsonObject): Research | undefined {
  if (Object.keys(researcher).length === 0) return undefined;
  const calls = field.objects(researcher, 'calls').map(
    (call): ResearchCall => ({
      stepId: field.filledText(call, 'step_id'),
      query: field.filledText(call, 'query') ?? '',
      durationMs: Math.max(0, field.number(call, 'duration_seconds') ?? 0) * 1000,
      notes: field.number(call, 'note_count'),
      results: field.number(call, 'result_count'),
      degraded: field.filledText(call, 'degradation_mode'),
    }),
  );
  const seconds = field.number(researcher, 'total_duration_seconds');
  return {
    calls,
    totalCalls: field.number(researcher, 'total_calls') ?? calls.length,
    totalMs: seconds === undefined ? undefined : seconds * 1000,
    totalNotes: field.number(researcher, 'total_notes'),
    totalResults: field.number(researcher, 'total_results'),
  };
}
