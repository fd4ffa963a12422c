import type { Detection, Sample } from '../contract.ts';
import { documentHead } from '../read/createSample.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';

/** Recognises what `opencode export` and `opencode run --format json` print. */
export function detect(sample: Sample): Detection {
  const head = documentHead(sample);
  const info = isJsonObject(head) ? field.object(head, 'info') : undefined;
  if (info !== undefined && isSession(info)) {
    const key = field.text(info, 'id') ?? sample.name;
    return { grade: 'certain', because: 'is the export of a session of OpenCode', role: { is: 'primary', key } };
  }
  const event = sample.records.filter(isJsonObject).find(isEvent);
  if (event !== undefined) {
    const key = field.text(event, 'sessionID') ?? sample.name;
    return { grade: 'certain', because: 'has events of `opencode run --format json`', role: { is: 'primary', key } };
  }
  return { grade: 'no', because: 'is no export with the info of a session, and no stream of parts' };
}

function isSession(info: JsonObject): boolean {
  return typeof info.id === 'string' && typeof info.projectID === 'string' && isJsonObject(info.time);
}

const eventTypes = new Set(['text', 'tool_use', 'step_start', 'step_finish', 'reasoning', 'error']);

function isEvent(record: JsonObject): boolean {
  const isOfSession = field.text(record, 'sessionID')?.startsWith('ses_') === true;
  return isOfSession && eventTypes.has(field.text(record, 'type') ?? '') && ('part' in record || 'error' in record);
}
