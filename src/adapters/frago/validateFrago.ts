import * as z from 'zod';
import {
  type Diagnostic,
  type DiagnosticCode,
  describeValue,
  diagnose,
  diagnoseMismatch,
  expectedBy,
  toMillis,
  valueAt,
} from '../../session/index.ts';
import { isUuid } from '../../session/text/isUuid.ts';
import { isJsonObject, textOf } from '../read/jsonObject.ts';
import { isLocalTime } from '../recordTimes.ts';
import type { FragoEntities } from './records.ts';

/** What the rules need to know of the world outside the files; a rule is left out where that is not known. */
export interface FragoEnvironment {
  directoryExists?: ((path: string) => boolean) | undefined;
  /** Milliseconds since 1970. */
  now?: number | undefined;
}

/** The entities of a session, one by one as they are read. Each comes with its location, a JSON Pointer. */
export interface FragoRules {
  session(value: unknown, pointer: string): void;
  /** Gives the step where it fits its schema. */
  step(value: unknown, pointer: string): SessionStep | undefined;
  toolCall(value: unknown, pointer: string): void;
  summary(value: unknown, pointer: string): void;
}

/** Longest `content_summary` of the data model, in characters. */
const MAX_SUMMARY = 200;

/** A session that runs and was silent for longer than this is stale, in milliseconds. */
const STALE_MS = 10 * 60 * 1000;

/** Clocks lie at most this far from UTC, in milliseconds: a time without a zone may be off by so much. */
const MAX_OFFSET_MS = 14 * 60 * 60 * 1000;

/** So many tools a summary names. */
const MAX_TOOLS = 5;

/**
 * What a store that is checked must not have. Not among them what depends on the machine, and the length of summaries: later
 * writers do not cut them.
 */
const brokenRules: ReadonlySet<DiagnosticCode> = new Set([
  'model-violation',
  'invalid-id',
  'invalid-time',
  'time-order',
  'time-outside-run',
  'step-order',
  'premature-field',
]);

/**
 * Checks the entities of a session against their schemas and the rules of the data model. Places are JSON Pointers into
 * the entities. What breaks a rule is an error here, where a store is checked; a conversion reports it as a notice and converts
 * it all the same, for no writer ever held the rules.
 */
export function validateFrago(entities: FragoEntities, environment: FragoEnvironment = {}): Diagnostic[] {
  const found: Diagnostic[] = [];
  const rules = createFragoRules(environment, (diagnostic) => {
    found.push(brokenRules.has(diagnostic.code) ? { ...diagnostic, severity: 'error' } : diagnostic);
  });
  if (entities.session !== undefined) rules.session(entities.session, '/session');
  if (entities.summary !== undefined) rules.summary(entities.summary, '/summary');
  for (const [index, step] of entities.steps.entries()) rules.step(step, `/steps/${index}`);
  for (const [index, call] of (entities.toolCalls ?? []).entries()) rules.toolCall(call, `/toolCalls/${index}`);
  return found;
}

/**
 * The nine rules of the data model, and its types, over entities that come one by one: the session before its steps. What
 * is kept of them does not grow with the store.
 */
export function createFragoRules(
  { directoryExists, now = Number.POSITIVE_INFINITY }: FragoEnvironment,
  give: (diagnostic: Diagnostic) => void,
): FragoRules {
  let start = Number.NEGATIVE_INFINITY;
  let lastStep = 0;
  const report = (code: DiagnosticCode, pointer: string, actual: string | number, expected?: string): void =>
    give(diagnose(code, { at: { pointer }, actual: textOf(actual), ...(expected === undefined ? {} : { expected }) }));
  /** The entity, if it fits its schema; each mismatch is reported. */
  const fitting = <Schema extends z.ZodType>(schema: Schema, value: unknown, pointer: string) => {
    const { data, error } = schema.safeParse(value);
    for (const issue of error?.issues ?? []) {
      const keys = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
      const at = [pointer, ...keys].join('/');
      give(diagnoseMismatch(at, describeValue(valueAt(value, keys)), expectedBy(issue), 'model-violation'));
    }
    return data;
  };
  const checkCall = ({ completed_at, duration_ms, result_summary, status }: CallFields, pointer: string): void => {
    if (duration_ms != null && completed_at == null)
      report('premature-field', `${pointer}/duration_ms`, textOf(duration_ms), 'nothing without completed_at');
    if (result_summary != null && status === 'pending')
      report('premature-field', `${pointer}/result_summary`, textOf(result_summary), 'nothing while it is pending');
  };

  return {
    session(value, pointer) {
      const session = fitting(monitoredSession, value, pointer);
      // One field that does not fit is no reason to leave the rules of the others out.
      const fields: Readonly<Record<string, unknown>> = session ?? (isJsonObject(value) ? value : {});
      const text = (name: string): string | undefined => (typeof fields[name] === 'string' ? fields[name] : undefined);
      const [id, path, ended, active] = ['session_id', 'project_path', 'ended_at', 'last_activity'].map(text);
      if (id !== undefined && !isUuid(id)) report('invalid-id', `${pointer}/session_id`, id, 'a UUID');
      if (path !== undefined && directoryExists?.(path) === false)
        report('missing-directory', `${pointer}/project_path`, path, 'a directory');
      start = toMillis(text('started_at')) ?? start;
      const end = toMillis(ended);
      if (ended !== undefined && end !== undefined && start > end)
        report('time-order', `${pointer}/ended_at`, ended, 'not before started_at');
      const last = toMillis(active);
      if (fields.status === 'running' && last !== undefined && Number.isFinite(now) && now - last > STALE_MS)
        report('stale-session', `${pointer}/last_activity`, active ?? '');
    },
    step(value, pointer) {
      const step = fitting(sessionStep, value, pointer);
      if (step === undefined) return undefined;
      const { step_id, timestamp, content_summary } = step;
      if (step_id <= lastStep) report('step-order', `${pointer}/step_id`, step_id, `more than ${lastStep}`);
      lastStep = Math.max(lastStep, step_id);
      const at = toMillis(timestamp);
      const slack = isLocalTime(timestamp) ? MAX_OFFSET_MS : 0;
      if (at === undefined) report('invalid-time', `${pointer}/timestamp`, timestamp, 'ISO 8601');
      else if (at < start - slack) report('time-outside-run', `${pointer}/timestamp`, timestamp);
      else if (at > now + slack) report('future-time', `${pointer}/timestamp`, timestamp);
      const length = content_summary.length > MAX_SUMMARY ? [...content_summary].length : content_summary.length;
      if (length > MAX_SUMMARY)
        report('text-too-long', `${pointer}/content_summary`, `${length} characters`, `${MAX_SUMMARY} at most`);
      // A writer may note a call where it notes the step.
      checkCall(value as CallFields, pointer);
      return step;
    },
    toolCall(value, pointer) {
      const call = fitting(toolCallRecord, value, pointer);
      if (call !== undefined) checkCall(call, pointer);
    },
    summary(value, pointer) {
      const summary = fitting(sessionSummary, value, pointer);
      const tools = summary?.most_used_tools.length ?? 0;
      if (tools > MAX_TOOLS)
        report('model-violation', `${pointer}/most_used_tools`, `${tools} tools`, `${MAX_TOOLS} at most`);
    },
  };
}

/** The fields that two rules of tool calls are about. */
interface CallFields {
  completed_at?: unknown;
  duration_ms?: unknown;
  result_summary?: unknown;
  status?: unknown;
}

/**
 * The four entities of Frago's session monitor, as its data model names them, with what later versions added. They say
 * what is there and of which type; the rules between the fields are `validateFrago`'s.
 */

const time = z.string().describe('ISO 8601. Without a zone it is the local time of the machine that wrote it.');
const count = z.number().int().nonnegative();
const sessionId = z.string().describe("The agent's own id of the session, as a rule a UUID.");

export const monitoredSession = z
  .looseObject({
    session_id: sessionId,
    agent_type: z.enum(['claude', 'cursor', 'cline', 'opencode', 'codex']),
    project_path: z.string().describe('Absolute path of the project.'),
    source_file: z.string().describe('Path of the transcript that the monitor reads.'),
    started_at: time.describe('When the monitoring began.'),
    ended_at: time.nullish(),
    status: z.enum(['running', 'completed', 'error', 'cancelled']),
    step_count: count.describe('Transcript records seen; those without a step count too.'),
    tool_call_count: count,
    last_activity: time,
    name: z.string().nullish().describe('The first message of the user. Since 2026.'),
    source: z.enum(['terminal', 'web', 'unknown']).nullish().describe('Since 2026.'),
    domain: z.string().nullish().describe('Since 2026-04.'),
    source_jsonl: z.string().nullish().describe('Since 2026-04.'),
  })
  .meta({ title: 'MonitoredSession', description: 'A session that the monitor watches: `metadata.json`.' });

export const sessionStep = z
  .looseObject({
    step_id: z.number().int().positive().describe('From 1 on; records without a step leave gaps.'),
    session_id: sessionId,
    type: z
      .enum([
        'user_message',
        'assistant_message',
        'tool_call',
        'tool_result',
        'system_event',
        'user',
        'assistant',
        'system',
      ])
      .describe('`user`, `assistant` and `system` since 2026-01.'),
    timestamp: time,
    content_summary: z.string().describe('Cut at 200 characters by writers up to 2026-04.'),
    raw_uuid: z.string().describe('Id of the record in the transcript.'),
    parent_uuid: z.string().nullish(),
    tool_call_id: z.string().nullish().describe('Of the first call or result of the record. Since 2025-12-26.'),
    tool_name: z.string().nullish().describe('Of the first call of the record. Since 2025-12-26.'),
  })
  .meta({ title: 'SessionStep', description: 'A step of a session: a line of `steps.jsonl`.' });

export const toolCallRecord = z
  .looseObject({
    tool_call_id: z.string(),
    session_id: sessionId,
    step_id: z.number().int().positive().describe('The step that made the call.'),
    tool_name: z.string(),
    input_summary: z.string(),
    called_at: time,
    result_summary: z.string().nullish(),
    completed_at: time.nullish(),
    duration_ms: count.nullish(),
    status: z.enum(['pending', 'success', 'error']),
  })
  .meta({ title: 'ToolCallRecord', description: 'A tool call with its result. The monitor keeps it in memory only.' });

export const sessionSummary = z
  .looseObject({
    session_id: sessionId,
    total_duration_ms: count,
    user_message_count: count,
    assistant_message_count: count,
    tool_call_count: count,
    tool_success_count: count,
    tool_error_count: count,
    most_used_tools: z
      .array(z.union([z.string(), z.looseObject({ tool_name: z.string(), count })]))
      .describe('At most five. Names alone in the data model, names with counts in what is written.'),
    model: z.string().nullish(),
    final_status: z.enum(['running', 'completed', 'error', 'cancelled']),
  })
  .meta({ title: 'SessionSummary', description: 'The figures of a session that is over: `summary.json`.' });

export type MonitoredSession = z.infer<typeof monitoredSession>;
export type SessionStep = z.infer<typeof sessionStep>;
export type ToolCallRecord = z.infer<typeof toolCallRecord>;
export type SessionSummary = z.infer<typeof sessionSummary>;

const published = {
  'monitored-session': monitoredSession,
  'session-step': sessionStep,
  'tool-call-record': toolCallRecord,
  'session-summary': sessionSummary,
};

/** The JSON Schemas of Frago's entities, as texts by file name: `schemas/` holds them. */
export function fragoJsonSchemas(): Map<string, string> {
  return new Map(
    Object.entries(published).map(([name, schema]) => [
      `frago-${name}.schema.json`,
      `${JSON.stringify(z.toJSONSchema(schema), null, 2)}\n`,
    ]),
  );
}
