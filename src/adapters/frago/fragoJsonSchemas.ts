import { z } from 'zod';
import { monitoredSession, sessionStep, sessionSummary, toolCallRecord } from './fragoSchemas.ts';

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
