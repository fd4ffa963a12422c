import type { SourceFile } from '../contract.ts';
import type { ValidPlanRun } from './planRunSchema.ts';
import { readReviewLog } from './readReviewLog.ts';

type Metrics = NonNullable<NonNullable<ValidPlanRun['telemetry']>['researcher']>;

/** A run in short: its plan, the decisions of the reviewers, and what the researcher did. */
export interface RunDigest {
  question: string;
  locale: string;
  context: string;
  plan_goal: string;
  step_count: number;
  steps: Pick<ValidPlanRun['plan']['steps'][number], 'id' | 'title' | 'step_type' | 'expected_outcome'>[];
  review_actions: ValidPlanRun['review_log'];
  /** Absent where the run has no telemetry. */
  researcher_metrics?: Metrics;
}

/** What `replay-review-log` writes, in its order of keys. */
export interface ReviewLogReplay {
  log_path: string;
  /** Valid records only. */
  records_available: number;
  /** Among the valid records, from 0; null where there is none. */
  selected_index: number | null;
  missing_file: boolean;
  validation_errors: { line: number; error: string }[];
  selected_record: RunDigest | null;
}

/**
 * Sums up one run of a review log. `index` counts valid records, negative ones from the end, and is clamped to those
 * there are; without it the last one is taken. `file` is undefined where there is no log.
 */
export async function replayReviewLog(
  logPath: string,
  file: SourceFile | undefined,
  index?: number,
): Promise<ReviewLogReplay> {
  const runs: ValidPlanRun[] = [];
  const errors: ReviewLogReplay['validation_errors'] = [];
  if (file !== undefined) {
    for await (const each of readReviewLog(file)) {
      if ('run' in each) runs.push(each.run);
      else errors.push({ line: each.line, error: each.error });
    }
  }
  const selected = selectIndex(index, runs.length);
  const run = selected === null ? undefined : runs[selected];
  return {
    log_path: logPath,
    records_available: runs.length,
    selected_index: selected,
    missing_file: file === undefined,
    validation_errors: errors,
    selected_record: run === undefined ? null : digestRun(run),
  };
}

function selectIndex(index: number | undefined, size: number): number | null {
  if (size === 0) return null;
  const wanted = index ?? size - 1;
  return Math.min(Math.max(wanted < 0 ? size + wanted : wanted, 0), size - 1);
}

function digestRun({ question, locale, context, plan, review_log, telemetry }: ValidPlanRun): RunDigest {
  const metrics = telemetry?.researcher;
  return {
    question,
    locale,
    context,
    plan_goal: plan.goal,
    step_count: plan.steps.length,
    steps: plan.steps.map(({ id, title, step_type, expected_outcome }) => ({ id, title, step_type, expected_outcome })),
    review_actions: review_log,
    ...(metrics == null ? {} : { researcher_metrics: metrics }),
  };
}
