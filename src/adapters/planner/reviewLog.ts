import * as z from 'zod';
import type { SourceFile } from '../contract.ts';
import { readTextLines } from '../read/readTextLines.ts';

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

/**
 * What the planner's own tools accept as a stored run. They convert leniently: whole numbers may come as `2.0`, `"2"`
 * or a flag, times as numbers of seconds; unknown fields are let through.
 */

const wholeText = /^\s*[+-]?\d[\d_]*(?:\.0*)?\s*$/;
const realText = /^\s*[+-]?\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?\s*$/;
const epochText = /^[+-]?\d+(?:\.\d+)?$/;

/** A number where the value is a flag, or a text of this form; else the value. */
function toNumber(form: RegExp): (value: unknown) => unknown {
  return (value) => {
    if (typeof value === 'boolean') return Number(value);
    return typeof value === 'string' && form.test(value) ? Number(value.replaceAll('_', '')) : value;
  };
}

const whole = z.preprocess(toNumber(wholeText), z.number().refine(Number.isInteger, 'must be a whole number'));
const real = z.preprocess(toNumber(realText), z.number());
const trimmed = z.string().transform((text) => text.trim());

const atLeast = (least: number) => (value: unknown) => typeof value === 'number' && value >= least;
const count = whole.refine(atLeast(0), 'must not be negative');
const fromOne = whole.refine(atLeast(1), 'must be 1 or more');
const seconds = real.refine(atLeast(0), 'must not be negative');

/** An optional field of the tools: null where it is missing. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? null);
}

const isoTime = z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()]);

/** Whether a text is a time: ISO 8601, with the liberties the tools allow, or seconds since 1970. */
function isTimeText(text: string): boolean {
  const day = text.slice(0, 10);
  const clock = text
    .slice(11)
    .toUpperCase()
    .replace(',', '.')
    .replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  const plain = text.length > 10 && 'Tt _'.includes(text.charAt(10)) ? `${day}T${clock}` : text;
  return epochText.test(text) || isoTime.safeParse(plain).success;
}

const timestamp = z
  .unknown()
  .refine((value) => typeof value === 'number' || (typeof value === 'string' && isTimeText(value)), 'must be a time');

const researchNote = z.object({
  source: z.string().refine((text) => text.trim() !== '', 'must not be empty'),
  claim: z.string(),
  evidence: optional(z.string()),
  confidence: optional(real.refine((value) => Number(value) >= 0 && Number(value) <= 1, 'must lie between 0 and 1')),
  todo: optional(z.string()),
});

const planStep = z.object({
  id: z.string(),
  title: z.string(),
  step_type: z.enum(['RESEARCH', 'PROCESS', 'SYNTHESIZE', 'REVIEW']),
  expected_outcome: z.string(),
  status: z.enum(['PENDING', 'IN_PROGRESS', 'COMPLETED', 'BLOCKED']).default('PENDING'),
  notes: z.array(researchNote).default([]),
  references: z.array(z.string()).default([]),
  execution_result: optional(z.string()),
});

const planMetadata = z.object({
  locale: optional(z.string()),
  reviewer: optional(z.string()),
  budget_tokens: optional(whole),
  budget_cost_usd: optional(real),
});

const plan = z.object({
  topic: z.string(),
  goal: z.string(),
  steps: z.array(planStep),
  assumptions: z.array(z.string()).default([]),
  risks: z.array(z.string()).default([]),
  metadata: planMetadata.default({ locale: null, reviewer: null, budget_tokens: null, budget_cost_usd: null }),
});

const reviewLogEntry = z.object({
  attempt: fromOne,
  action: z.enum(['ACCEPT_PLAN', 'REQUEST_CHANGES', 'ABORT']),
  feedback: trimmed.default(''),
});

const researcherCall = z.object({
  step_id: z.string(),
  query: z.string(),
  note_count: count,
  duration_seconds: optional(seconds),
  result_count: optional(count),
  applied_max_results: optional(fromOne),
  applied_max_notes: optional(fromOne),
  degradation_mode: optional(z.string()),
});

const researcherMetrics = z.object({
  total_calls: count,
  total_notes: count,
  total_duration_seconds: optional(seconds),
  total_results: optional(count),
  degradation_modes: z.array(z.string()).default([]),
  calls: z.array(researcherCall).default([]),
});

/** A stored run of the planner, with the defaults of its tools filled in. */
const planRunSchema = z.object({
  timestamp,
  question: trimmed,
  locale: trimmed,
  context: trimmed.default(''),
  plan,
  review_log: z.array(reviewLogEntry).default([]),
  telemetry: optional(z.object({ researcher: optional(researcherMetrics) })),
});

type ValidPlanRun = z.infer<typeof planRunSchema>;
