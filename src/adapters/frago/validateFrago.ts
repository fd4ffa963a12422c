import type { z } from 'zod';
import { type Diagnostic, type DiagnosticCode, diagnose, toMillis } from '../../session/index.ts';
import { textOf } from '../read/textOf.ts';
import {
  type MonitoredSession,
  monitoredSession,
  type SessionStep,
  sessionStep,
  sessionSummary,
  type ToolCallRecord,
  toolCallRecord,
} from './fragoSchemas.ts';
import type { FragoEntities } from './readFragoEntities.ts';
import { isNaiveTime } from './step.ts';

/** What the rules need to know of the world outside the files. */
export interface FragoWorld {
  directoryExists(path: string): boolean;
  /** Milliseconds since 1970. */
  now: number;
}

/** Longest `content_summary` of the data model, in characters. */
const MAX_SUMMARY = 200;

/** A session that runs and was silent for longer than this is stale, in milliseconds. */
const STALE_MS = 10 * 60 * 1000;

/** Clocks lie at most this far from UTC, in milliseconds: a time without a zone may be off by so much. */
const MAX_OFFSET_MS = 14 * 60 * 60 * 1000;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Checks the entities of a session against their schemas and the rules of the data model. Places are JSON Pointers into
 * the entities. No writer ever held the rules, so what breaks them is reported and converted all the same.
 */
export function validateFrago(entities: FragoEntities, world: FragoWorld): Diagnostic[] {
  const found: Diagnostic[] = [];
  const report: Report = (code, pointer, actual) => {
    found.push(diagnose(code, { at: { pointer }, ...(actual === undefined ? {} : { actual: textOf(actual) }) }));
  };
  const session = fitting(monitoredSession, entities.session, '/session', report);
  fitting(sessionSummary, entities.summary, '/summary', report);
  if (session !== undefined) checkSession(session, world, report);
  const checkStep = stepRules(session, world, report);
  for (const [index, raw] of entities.steps.entries()) {
    const step = fitting(sessionStep, raw, `/steps/${index}`, report);
    if (step !== undefined) checkStep(step, `/steps/${index}`);
  }
  for (const [index, raw] of (entities.toolCalls ?? []).entries()) {
    const call = fitting(toolCallRecord, raw, `/toolCalls/${index}`, report);
    if (call !== undefined) checkCall(call, `/toolCalls/${index}`, report);
  }
  return found;
}

type Report = (code: DiagnosticCode, pointer: string, actual?: string | number) => void;

/** The entity, if it fits its schema; each misfit is reported. What is not there fits. */
function fitting<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  pointer: string,
  report: Report,
): z.infer<Schema> | undefined {
  if (value === undefined) return undefined;
  const { data, error } = schema.safeParse(value);
  for (const { path } of error?.issues ?? []) report('schema-violation', [pointer, ...path.map(String)].join('/'));
  return data;
}

function checkSession(session: MonitoredSession, { directoryExists, now }: FragoWorld, report: Report): void {
  const { session_id, project_path, started_at, ended_at, status, last_activity } = session;
  if (!uuid.test(session_id)) report('invalid-id', '/session/session_id');
  if (!directoryExists(project_path)) report('missing-directory', '/session/project_path');
  const [start, end] = [toMillis(started_at), toMillis(ended_at ?? undefined)];
  if (start !== undefined && end !== undefined && start > end)
    report('time-order', '/session/ended_at', ended_at ?? '');
  const idle = now - (toMillis(last_activity) ?? now);
  if (status === 'running' && idle > STALE_MS) report('stale-session', '/session/last_activity', last_activity);
}

/** The rules of steps; the one on their order remembers the steps before. */
function stepRules(session: MonitoredSession | undefined, { now }: FragoWorld, report: Report) {
  const start = toMillis(session?.started_at) ?? Number.NEGATIVE_INFINITY;
  let last = 0;
  return ({ step_id, timestamp, content_summary }: SessionStep, pointer: string): void => {
    if (step_id <= last) report('step-order', `${pointer}/step_id`, step_id);
    last = Math.max(last, step_id);
    const at = toMillis(timestamp);
    const slack = isNaiveTime(timestamp) ? MAX_OFFSET_MS : 0;
    if (at === undefined) report('invalid-time', `${pointer}/timestamp`);
    else if (at < start - slack || at > now + slack) report('time-outside-run', `${pointer}/timestamp`, timestamp);
    const length = content_summary.length > MAX_SUMMARY ? [...content_summary].length : content_summary.length;
    if (length > MAX_SUMMARY) report('text-too-long', `${pointer}/content_summary`, length);
  };
}

function checkCall(
  { completed_at, duration_ms, result_summary, status }: ToolCallRecord,
  pointer: string,
  report: Report,
) {
  if (duration_ms != null && completed_at == null) report('premature-field', `${pointer}/duration_ms`);
  if (result_summary != null && status === 'pending') report('premature-field', `${pointer}/result_summary`);
}
