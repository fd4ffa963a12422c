import type { ReviewEvent, Session } from '../../session/index.ts';
import { type Loose, readLoose } from '../shared/readLoose.ts';

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
  const read = readLoose(plan);
  const about = read.part('metadata');
  return {
    topic: read.text('topic'),
    goal: read.text('goal'),
    steps: read.parts('steps').map(readStep),
    assumptions: read.texts('assumptions'),
    risks: read.texts('risks'),
    reviewer: about.text('reviewer'),
    budgetTokens: about.number('budget_tokens'),
    budgetDollars: about.number('budget_cost_usd'),
    attempts: readLoose(review).parts('attempts').map(readAttempt),
    research: readResearch(readLoose(telemetry).part('researcher')),
  };
}

function readStep(step: Loose): PlanStep {
  return {
    id: step.text('id'),
    title: step.text('title') ?? step.text('id') ?? '',
    type: step.text('step_type'),
    expected: step.text('expected_outcome'),
    status: step.text('status'),
    result: step.text('execution_result'),
    notes: step.parts('notes').map((note) => ({
      claim: note.text('claim') ?? '',
      source: note.text('source'),
      confidence: note.number('confidence'),
    })),
  };
}

const actions: readonly string[] = ['accept_plan', 'request_changes', 'abort'] satisfies ReviewEvent['action'][];

function readAttempt(entry: Loose): ReviewAttempt {
  const action = entry.text('action') ?? '';
  return {
    attempt: entry.number('attempt'),
    action: actions.includes(action) ? (action as ReviewEvent['action']) : undefined,
    feedback: entry.text('feedback'),
  };
}

function readResearch(researcher: Loose): Research | undefined {
  if (researcher.isEmpty) return undefined;
  const calls = researcher.parts('calls').map(
    (call): ResearchCall => ({
      stepId: call.text('step_id'),
      query: call.text('query') ?? '',
      durationMs: Math.max(0, call.number('duration_seconds') ?? 0) * 1000,
      notes: call.number('note_count'),
      results: call.number('result_count'),
      degraded: call.text('degradation_mode'),
    }),
  );
  const seconds = researcher.number('total_duration_seconds');
  return {
    calls,
    totalCalls: researcher.number('total_calls') ?? calls.length,
    totalMs: seconds === undefined ? undefined : seconds * 1000,
    totalNotes: researcher.number('total_notes'),
    totalResults: researcher.number('total_results'),
  };
}
