import { isJsonObject, type JsonObject } from '../../read/jsonObject.ts';

/** Logs of other tools, or of Claude itself in another form, that share fields with a transcript. */
const lookAlikes: readonly { because: string; matches(record: JsonObject): boolean }[] = [
  {
    because: 'a session of Qwen Code: its messages have parts, or a system payload',
    matches: (record) =>
      'systemPayload' in record || (isJsonObject(record.message) && Array.isArray(record.message.parts)),
  },
  {
    because: 'a session of Factory droid',
    matches: (record) =>
      (record.type === 'session_start' && 'sessionTitle' in record) ||
      (record.type === 'tool_call' && 'toolId' in record) ||
      (record.type === 'message' && 'session_id' in record && 'role' in record),
  },
  {
    because: 'the output of `claude -p --output-format stream-json`, which is no transcript',
    matches: (record) =>
      'session_id' in record && !('sessionId' in record) && ('subtype' in record || 'message' in record),
  },
  {
    because: 'a transcript of Cursor: roles without an envelope',
    matches: (record) => typeof record.role === 'string' && !('type' in record) && isJsonObject(record.message),
  },
  {
    because: 'a compact copy of a transcript made by Entire, without its envelope',
    matches: (record) => 'v' in record && 'cli_version' in record && 'ts' in record,
  },
  {
    because: 'a trajectory in the ATIF format',
    matches: (record) => typeof record.schema_version === 'string' && record.schema_version.startsWith('ATIF'),
  },
  {
    because: 'a thread or session of Codex',
    matches: (record) => record.type === 'session_meta' || record.type === 'thread.started',
  },
];

/** Whose log it is, where a record is another tool's. */
export function lookAlike(records: readonly JsonObject[]): string | undefined {
  return lookAlikes.find(({ matches }) => records.some(matches))?.because;
}
