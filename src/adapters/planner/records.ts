import { type DiagnosticCode, toMillis } from '../../session/index.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';

/** One line of `plans.jsonl`, read leniently: what is missing or of another type is absent. */
export interface PlanRun {
  /** When the run ended, in milliseconds since 1970. */
  endedMs: number | undefined;
  question: string | undefined;
  locale: string | undefined;
  /** Hints for the planner, with the reviewers' feedback merged in. */
  context: string | undefined;
  plan: JsonObject | undefined;
  steps: readonly JsonObject[];
  /** Absent where the line has no review log at all (lists of plans). */
  reviews: readonly unknown[] | undefined;
  telemetry: JsonObject | undefined;
  calls: readonly JsonObject[];
  /** Fields that no version of the format names, and those that could not be read. */
  others: JsonObject | undefined;
}

/** Numbers up to this are seconds since 1970, greater ones milliseconds: the rule of the library that writes the log. */
const LARGEST_SECONDS = 2e10;

/** Reads a line of `plans.jsonl`, or a bare plan as lists of plans hold them; undefined where it is neither. */
export function readPlanRun(value: unknown): PlanRun | undefined {
  if (!isJsonObject(value)) return undefined;
  if (isPlan(value)) return { ...runOf({}), plan: value, steps: field.objects(value, 'steps') };
  const isRun = isJsonObject(value.plan) || typeof value.question === 'string';
  return isRun ? runOf(value) : undefined;
}

/** Whether an object is a plan by itself: the `plan` of a run is one too. */
export function isPlan(value: JsonObject): boolean {
  return typeof value.topic === 'string' && typeof value.goal === 'string' && Array.isArray(value.steps);
}

function runOf(record: JsonObject): PlanRun {
  const plan = field.object(record, 'plan');
  const telemetry = field.object(record, 'telemetry');
  const researcher = telemetry === undefined ? undefined : field.object(telemetry, 'researcher');
  const reviews = Array.isArray(record.review_log) ? record.review_log : undefined;
  const read = {
    endedMs: readTimestamp(record.timestamp),
    question: field.text(record, 'question'),
    locale: field.text(record, 'locale'),
    context: field.text(record, 'context'),
    plan,
    reviews,
    telemetry,
  };
  const { endedMs: timestamp, reviews: review_log, ...same } = read;
  return {
    ...read,
    steps: plan === undefined ? [] : field.objects(plan, 'steps'),
    calls: researcher === undefined ? [] : field.objects(researcher, 'calls'),
    others: unreadFields(record, new Map(Object.entries({ ...same, timestamp, review_log }))),
  };
}

/** The fields that no version of the format names, and those that could not be read. */
function unreadFields(record: JsonObject, read: ReadonlyMap<string, unknown>): JsonObject | undefined {
  const others = Object.entries(record).filter(([key, value]) => value !== null && read.get(key) === undefined);
  return others.length === 0 ? undefined : Object.fromEntries(others);
}

/** Milliseconds since 1970; a time without a zone is UTC, because the writer takes it from a UTC clock. */
function readTimestamp(value: unknown): number | undefined {
  if (typeof value === 'number') return toMillis(Math.abs(value) > LARGEST_SECONDS ? value : value * 1000);
  if (typeof value !== 'string') return undefined;
  const numeric = value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(numeric) ? readTimestamp(numeric) : toMillis(value);
}

/** A duration that the log has in seconds, in whole milliseconds; a negative one is none. */
export function durationMsOf(record: JsonObject, key: string): number | undefined {
  const seconds = field.number(record, key);
  return seconds === undefined || seconds < 0 ? undefined : Math.round(seconds * 1000);
}

/** Reports a fact about the line at hand. */
export type ReportLine = (code: DiagnosticCode, detail?: { actual?: string; expected?: string }) => void;
