import type { Descriptor, Detection, Sample } from '../contract.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  turn_mark: 'Says that a turn began or ended; its messages and calls say what was in it.',
  ephemeral: 'A piece of what has a record of its own when it is whole; only captures of the output have it.',
  repeated_message: 'A message that the log writes again, under the same id and with the same text.',
  repeated_system: 'The instructions for the model, written again without a change.',
  approval: 'A call was asked about and allowed; that it ran says so, too. What was not allowed is a notice.',
  silent_hook: 'A hook began, or ended without saying anything.',
  status_line: 'The result of a call that only changes the status line; what it said is a notice.',
  progress: 'Says that something began; the record of its end tells all of it.',
  usage_checkpoint: 'The cost so far; the end of the session has the whole.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'copilot-cli',
  label: 'Copilot CLI',
  specUrl: 'https://github.com/github/copilot-sdk/blob/main/nodejs/src/generated/session-events.ts',
  marks: ['"session.start"', '"copilotVersion"', '"assistant.turn_start"', '"tool.execution_start"'],
  versionsSeen: ['0.0.420', '1.0.11', '1.0.20', '1.0.64', '1.0.77', '1.0.78'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};

const sessionFile = /(?:^|\/)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:events\.jsonl|workspace\.yaml)$/i;

/** Recognises the event logs of Copilot CLI, and what lies beside one of them. */
export function detect(sample: Sample): Detection {
  const folder = sessionFile.exec(sample.name)?.[1];
  if (folder !== undefined && sample.name.endsWith('workspace.yaml') && sample.text.includes(`id: ${folder}`)) {
    return { grade: 'certain', because: 'what Copilot CLI notes of a session', role: { is: 'part', key: folder } };
  }
  const records = sample.records.filter(isJsonObject);
  const start = records.find(isStart);
  const data = field.object(start ?? {}, 'data') ?? {};
  const key = field.text(data, 'sessionId') ?? folder ?? sample.name;
  if (start !== undefined) {
    return { grade: 'certain', because: 'has the start of a session of Copilot', role: { is: 'primary', key } };
  }
  const events = records.filter(isEvent).length;
  if (events >= 2) return { grade: 'likely', because: 'has events of Copilot CLI', role: { is: 'primary', key } };
  return { grade: 'no', because: 'has no session.start of Copilot, and no two events with its names' };
}

function isStart(record: JsonObject): boolean {
  const data = field.object(record, 'data');
  if (record.type !== 'session.start' || data === undefined) return false;
  return data.producer === 'copilot-agent' || typeof data.copilotVersion === 'string';
}

const families = /^(?:session|assistant|user|tool|permission|subagent|hook|system|skill)\.[a-z_]+$/;

function isEvent(record: JsonObject): boolean {
  const isEnvelope = isJsonObject(record.data) && typeof record.id === 'string' && typeof record.timestamp === 'string';
  return isEnvelope && 'parentId' in record && families.test(field.text(record, 'type') ?? '');
}
