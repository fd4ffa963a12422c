import type { SourceFile } from '../contract.ts';
import { readTextLines } from '../read/readTextLines.ts';
import { planRunSchema, type ValidPlanRun } from './planRunSchema.ts';

/** A line of a review log that is not blank: a valid run, or what is wrong with it. */
type ReviewLogLine =
  /** `line` counts every line of the file, from 1. */
  { line: number; run: ValidPlanRun } | { line: number; error: string };

/** Longest description of an error, in characters. */
const MAX_ERROR = 240;

/** Reads and checks a review log line by line. */
async function* readReviewLog(file: SourceFile): AsyncGenerator<ReviewLogLine> {
  for await (const lines of readTextLines(file, { context: { report: () => undefined } })) {
    for (const { line, text } of lines) {
      if (text.trim() !== '') yield checkLine(line, text);
    }
  }
}

function checkLine(line: number, text: string): ReviewLogLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line, error: 'not valid JSON' };
  }
  const { data, error } = planRunSchema.safeParse(value);
  if (error === undefined) return { line, run: data };
  const [first, ...others] = error.issues;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return { line, error: shorten(`${first?.path.join('.') || 'record'}: ${first?.message ?? 'invalid'}${more}`) };
}

/** On one line, and cut with `...` where it is too long. */
function shorten(message: string): string {
  const [line = ''] = message.split('\n', 1);
  return line.length <= MAX_ERROR ? line : `${line.slice(0, MAX_ERROR - 3)}...`;
}

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

/** What `validate-review-log` writes, in its order of keys. */
export interface ReviewLogValidation {
  log_path: string;
  /** Lines that are not blank. */
  total: number;
  valid: number;
  invalid: { line: number; error: string }[];
  missing_file: boolean;
}

/** Checks every line of a review log; `file` is undefined where there is none. */
export async function validateReviewLog(logPath: string, file: SourceFile | undefined): Promise<ReviewLogValidation> {
  const report: ReviewLogValidation = {
    log_path: logPath,
    total: 0,
    valid: 0,
    invalid: [],
    missing_file: file === undefined,
  };
  if (file === undefined) return report;
  for await (const each of readReviewLog(file)) {
    report.total += 1;
    if ('run' in each) report.valid += 1;
    else report.invalid.push({ line: each.line, error: each.error });
  }
  return report;
}
