import type { Detection, Sample } from '../contract.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';

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
