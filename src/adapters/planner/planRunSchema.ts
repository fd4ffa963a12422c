import { z } from 'zod';

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
export const planRunSchema = z.object({
  timestamp,
  question: trimmed,
  locale: trimmed,
  context: trimmed.default(''),
  plan,
  review_log: z.array(reviewLogEntry).default([]),
  telemetry: optional(z.object({ researcher: optional(researcherMetrics) })),
});

export type ValidPlanRun = z.infer<typeof planRunSchema>;
