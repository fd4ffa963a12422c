import { chooseValue } from '../carrier/chooseValue.ts';
import { type Carrier, openCarrier, type Report } from '../carrier/openCarrier.ts';
import { fieldTypes, isJsonObject, type JsonObject, textOf } from '../json/values.ts';
import { toIso } from '../toMillis.ts';
import { phasesCover } from '../upgrades/keepPhases.ts';
import { chooseOutcome } from './chooseOutcome.ts';
import { completeAnnotations } from './completeAnnotations.ts';
import { completeCalls } from './completeCalls.ts';
import { completeEvents } from './completeEvents.ts';
import { completeSubSession } from './completeSubSession.ts';
import { completeSummary } from './completeSummary.ts';
import { firstLine } from './firstLine.ts';
import { lastMoment } from './lastMoment.ts';
import { numberItems } from './numberItems.ts';
import { outcomeOfStatus } from './outcomeOfStatus.ts';
import { withPromptMessage } from './promptMessage.ts';
import { readTime } from './readTime.ts';
import { startOfSession } from './startOfSession.ts';

export interface CompleteContext {
  /** Id of a session that has none. */
  fallbackId: string;
  /** ISO 8601: when the session began, for one that does not say. */
  startedAt: string | undefined;
  report: Report;
}

/** A session with every field that v3.0 and 3.1 demand: what was not there is inferred, and named. */
export function completeSession(raw: JsonObject, { fallbackId, startedAt, report }: CompleteContext): JsonObject {
  const { extensions: _, inferred: __, phase_annotations, phases, ...fields } = raw;
  const carrier = openCarrier(raw, [], report);
  if (raw.schema_version !== '3.1') carrier.replaced(['schema_version'], raw.schema_version, '3.1');
  const { string, text } = fieldTypes;
  const session_id = carrier.need(['session_id'], raw.session_id, text, () => fallbackId);
  const start = startOfSession(raw, { sessionId: session_id, startedAt, carrier });
  const user_prompt = carrier.need(['user_prompt'], raw.user_prompt, string, () => promptOf(raw));
  const told = {
    calls: completeCalls({ calls: raw.tool_calls, owner: carrier, path: [], idPrefix: '', startMs: start.ms }, report),
    events: completeEvents(raw.events, carrier, ''),
  };
  const ordered = numberItems(told);
  const promptIsSaid = carrier.fields().inferred?.includes('user_prompt') !== true;
  const items = withPromptMessage(ordered, {
    prompt: promptIsSaid ? user_prompt : '',
    at: start.text,
    numbered: ordered.calls === told.calls,
  });
  const sub_sessions = subSessionsOf(raw.sub_sessions, {
    sessionId: session_id,
    startMs: start.ms,
    items,
    carrier,
    report,
  });
  const end = readTime(['completed_at'], raw.completed_at, carrier);
  if (end === undefined) carrier.infer('completed_at');
  const endMs = end?.ms ?? lastMoment(start.ms, raw.summary, items, sub_sessions);
  const completed_at = end?.text ?? toIso(endMs);
  const guess = end === undefined ? 'in_progress' : 'success';
  const status = chooseValue(carrier, ['status'], 'status', raw.status, guess);
  const callIds = items.calls.map(({ call_id }) => String(call_id));
  const fits = phasesCover(phases, callIds);
  // Readers of v2 take phases for the only groups there are, and show no other call.
  if (!fits && (Array.isArray(phases) ? phases.length > 0 : phases !== undefined)) carrier.keep(['phases'], phases);
  const annotations = completeAnnotations(phase_annotations, {
    session: carrier,
    callIds,
    annotatedAt: completed_at,
    report,
  });
  return {
    ...fields,
    schema_version: '3.1',
    session_id,
    task_title: carrier.need(['task_title'], raw.task_title, text, () => firstLine(user_prompt) ?? session_id),
    user_prompt,
    created_at: start.text,
    completed_at,
    status,
    outcome: chooseOutcome(raw.outcome, outcomeOfStatus(status, raw.status), carrier),
    agent: agentOf(raw.agent, carrier),
    tool_calls: items.calls,
    events: items.events,
    sub_sessions,
    ...(annotations.length === 0 ? {} : { phase_annotations: annotations }),
    ...(fits && Array.isArray(phases) && phases.length > 0 ? { phases } : {}),
    summary: completeSummary(raw.summary, { calls: items.calls, durationMs: Math.max(0, endMs - start.ms) }, carrier),
    ...carrier.fields(),
  };
}

function promptOf({ task_description, task_title }: JsonObject): string {
  return textOf(task_description) ?? textOf(task_title) ?? '';
}

function agentOf(raw: unknown, carrier: Carrier): JsonObject {
  const fields = isJsonObject(raw) ? raw : {};
  if (!isJsonObject(raw)) carrier.misfit(['agent'], raw, 'an object');
  const model_id = carrier.need(['agent', 'model_id'], fields.model_id, fieldTypes.string, () => 'unknown');
  return { ...fields, model_id };
}

interface SubSessionsContext {
  sessionId: string;
  startMs: number;
  items: { calls: readonly JsonObject[] };
  carrier: Carrier;
  report: Report;
}

function subSessionsOf(raw: unknown, { sessionId, startMs, items, carrier, report }: SubSessionsContext): JsonObject[] {
  if (!Array.isArray(raw)) {
    carrier.misfit(['sub_sessions'], raw, 'an array');
    return [];
  }
  const callStarts = new Map(items.calls.map(({ call_id, started_at }) => [String(call_id), String(started_at)]));
  return raw.flatMap((sub: unknown, index): JsonObject[] => {
    if (isJsonObject(sub)) return [completeSubSession(sub, { index, sessionId, startMs, callStarts, report })];
    carrier.misfit(['sub_sessions', index], sub, 'a sub-session');
    return [];
  });
}
