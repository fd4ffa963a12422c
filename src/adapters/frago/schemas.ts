import * as z from 'zod';

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
