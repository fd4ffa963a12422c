import type { Descriptor, Detection, Sample } from '../contract.ts';
import { documentHead } from '../read/createSample.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  partial: 'A piece of a reply while it streams; the whole reply follows. Where none does, the pieces are kept as one.',
  progress: 'Says that something is going on; what comes of it has a record of its own.',
  control:
    'What the program and its host arrange between them; the calls and messages themselves have their own records.',
  repeated_init: 'The settings of the session, written again at each turn without a change.',
  replayed_record: 'The record stands in this stream already, under the same id.',
  prompt_copy: 'A prompt that the stream echoes.',
  empty_message: 'A message without any content.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'claude-stream',
  label: 'Claude Code stream-json',
  specUrl: 'https://docs.claude.com/en/docs/claude-code/sdk',
  marks: ['"session_id"', '"parent_tool_use_id"', '"type":"result"', '"subtype":"init"'],
  versionsSeen: ['1.0.24', '1.0.115', '2.0.50', '2.1.200'],
  capabilities: { times: 'none', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};

/** Recognises what `claude -p --output-format stream-json` prints, and lists of the Agent SDK's messages. */
export function detect(sample: Sample): Detection {
  const records = recordsOf(sample);
  if (records.some(isForeign)) return { grade: 'no', because: 'has records of another tool' };
  const init = records.find(isInit);
  const role = { is: 'primary', key: sessionOf(records) ?? sample.name } as const;
  if (init !== undefined)
    return { grade: 'certain', because: 'begins with the settings of a session (system/init)', role };
  if (records.some(isReply))
    return { grade: 'likely', because: 'its messages have a session_id and no envelope', role };
  if (records.some(isResult)) return { grade: 'likely', because: 'is the result of a run with its turns', role };
  if (isBehindText(sample)) return { grade: 'likely', because: 'an init record stands among other output', role };
  return { grade: 'no', because: 'no record is a system/init with a session_id, or a message of such a session' };
}

/** The objects that a sample shows: its lines, and the elements of its lists. */
function recordsOf(sample: Sample): readonly JsonObject[] {
  const head = sample.records.length > 0 ? sample.records : [documentHead(sample)];
  return head.flat().filter(isJsonObject);
}

/** Settings that droid, which prints a like record, does not write. */
const ownSettings = ['mcp_servers', 'apiKeySource', 'slash_commands', 'claude_code_version'];

const isInit = (record: JsonObject): boolean =>
  record.type === 'system' &&
  record.subtype === 'init' &&
  typeof record.session_id === 'string' &&
  Array.isArray(record.tools) &&
  ownSettings.some((name) => name in record);

const isReply = (record: JsonObject): boolean =>
  record.type === 'assistant' &&
  typeof record.session_id === 'string' &&
  Array.isArray(field.object(record, 'message')?.content);

const isResult = (record: JsonObject): boolean =>
  record.type === 'result' && typeof record.num_turns === 'number' && typeof record.session_id === 'string';

/** Transcripts of Claude Code, Qwen Code, droid, and the streams of Cursor and Gemini. */
const isForeign = (record: JsonObject): boolean =>
  'parentUuid' in record ||
  'toolId' in record ||
  record.type === 'message' ||
  (record.type === 'tool_call' && 'subtype' in record) ||
  isJsonObject(record.stats);

function sessionOf(records: readonly JsonObject[]): string | undefined {
  const ids = records.flatMap((record) => field.text(record, 'session_id') ?? []);
  return ids.find((id) => id !== '');
}

const initBehindText = /\{\s*"type"\s*:\s*"system"\s*,\s*"subtype"\s*:\s*"init"/;

function isBehindText({ text }: Sample): boolean {
  return initBehindText.test(text) && text.includes('"session_id"');
}
