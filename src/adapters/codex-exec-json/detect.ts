import type { Descriptor, Detection, Sample } from '../contract.ts';
import { field, fieldsOf, isJsonObject, type JsonObject } from '../read/jsonObject.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  progress: 'Says that a turn or an item goes on; the record of its end tells all of it.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'codex-exec-json',
  label: 'Codex exec --json',
  specUrl: 'https://github.com/openai/codex/blob/main/codex-rs/exec/src/exec_events.rs',
  marks: ['"thread.started"', '"item.completed"', '"turn.completed"', '"thread_id"'],
  versionsSeen: ['0.46', '0.142'],
  capabilities: { times: 'none', thinking: true, tokens: true, subagents: false, outcomes: true },
  ignores,
};

/** Recognises what `codex exec --json` prints, also behind a prefix and laid out over lines. */
export function detect(sample: Sample): Detection {
  const records = sample.records.filter(isJsonObject);
  const start = records.find((record) => record.type === 'thread.started' && typeof record.thread_id === 'string');
  if (start !== undefined) {
    const key = field.text(start, 'thread_id') ?? sample.name;
    return { grade: 'certain', because: 'has a record thread.started', role: { is: 'primary', key } };
  }
  const role = {
    is: 'primary',
    key: /"thread_id"\s*:\s*"([\w-]{1,80})"/.exec(sample.text)?.[1] ?? sample.name,
  } as const;
  if (records.some(isItem)) return { grade: 'likely', because: 'has items of a turn of Codex, each with an id', role };
  if (startBehindText.test(sample.text)) {
    return { grade: 'likely', because: 'a record thread.started stands among other output', role };
  }
  return { grade: 'no', because: 'no record is a thread.started, or an item of a turn' };
}

const startBehindText = /\{\s*"type"\s*:\s*"thread\.started"\s*,\s*"thread_id"\s*:/;

const itemTypes = new Set([
  ...['agent_message', 'reasoning', 'command_execution', 'file_change', 'mcp_tool_call', 'web_search', 'todo_list'],
  ...['collab_tool_call', 'plan', 'error'],
]);

function isItem(record: JsonObject): boolean {
  if (record.type !== 'item.completed' && record.type !== 'item.started') return false;
  return itemTypes.has(field.text(fieldsOf(record.item), 'type') ?? '');
}
