import type { Descriptor, Detection, Sample } from '../contract.ts';
import { documentHead } from '../read/createSample.ts';
import { field, fieldsOf, isJsonObject, type JsonObject } from '../read/jsonObject.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  parent_history:
    'The record stands in the file that this session was branched from, which is among the sources and tells it.',
  context_copy:
    'The context of the model, written again: its messages stand in the log already, under their own ids or with the same text.',
  repeated_message: 'A message that the log writes again, under the same id and with nothing new.',
  repeated_result: 'The result of a call as it went to the model; the call itself has it, too.',
  repeated_setting: 'Says again which model, mode or title the session has.',
  empty_message: 'A message in which nothing stands.',
  telemetry:
    'Tokens and calls as the program counts them, which their own records tell; what only it tells is with the call.',
  snapshot: 'The state of files or of the program, kept so that the session can be gone on with.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'qwen-code',
  label: 'Qwen Code',
  specUrl: 'https://github.com/QwenLM/qwen-code/blob/main/packages/core/src/services/chatRecordingService.ts',
  marks: ['"parentUuid"', '"systemPayload"', '"toolCallResult"', '"role":"model"'],
  versionsSeen: ['0.21.7', '0.21.13'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};

/** Recognises sessions of Qwen Code: the envelope of Claude Code around the content of Gemini. */
export function detect(sample: Sample): Detection {
  const { name, text, cut, records } = sample;
  // Records may be joined on one line from the first line on.
  const own = (records.length > 0 ? records : [documentHead(sample)]).filter(isJsonObject).filter(isRecord);
  const [first] = own;
  if (first === undefined) {
    const head = /^\s*\{"uuid":"/.test(text) && text.includes('"parentUuid":') && text.includes('"parts":[');
    if (cut && head && text.includes('"sessionId":"')) {
      const [, id = name] = /"sessionId":"([\w-]{1,100})"/.exec(text) ?? [];
      const because = 'begins with the envelope of a message of Qwen Code';
      return { grade: 'likely', because, role: { is: 'primary', key: id } };
    }
    if (name.endsWith('.runtime.json') && text.includes('"pid"') && text.includes('"session')) {
      const because = 'tells of a process of Qwen Code';
      return { grade: 'likely', because, role: { is: 'side', because } };
    }
    return { grade: 'no', because: 'no record has an id, a parent and parts, a payload or a result of Qwen Code' };
  }
  const key = field.text(first, 'sessionId') ?? name;
  if (isOfSubagent(name, first)) {
    return { grade: 'certain', because: 'is the run of a subagent of Qwen Code', role: { is: 'part', key } };
  }
  const origins = new Set(own.flatMap((record) => field.text(fieldsOf(record.forkedFrom), 'sessionId') ?? []));
  origins.delete(key);
  return {
    grade: 'certain',
    because: 'begins with records of a session of Qwen Code',
    role: { is: 'primary', key, history: { keys: [key, ...origins], copies: origins.size } },
  };
}

const types = new Set(['user', 'assistant', 'tool_result', 'system']);

function isRecord(record: JsonObject): boolean {
  const { uuid, sessionId, type, message } = record;
  if (typeof uuid !== 'string' || typeof sessionId !== 'string' || !('parentUuid' in record)) return false;
  if (typeof type !== 'string' || !types.has(type)) return false;
  const hasParts = isJsonObject(message) && Array.isArray(message.parts);
  return hasParts || type === 'tool_result' || isJsonObject(record.systemPayload) || 'toolCallResult' in record;
}

/** Files of background agents lie in a folder of their own, and name their agent in each record. */
function isOfSubagent(name: string, first: JsonObject): boolean {
  const isNamed = typeof first.agentId === 'string';
  return isNamed && (first.isSidechain === true || /(?:^|\/)(?:sub)?agents\//.test(name));
}
