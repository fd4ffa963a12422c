import type { Descriptor, Detection, Sample } from '../contract.ts';
import { field, fieldsOf, isJsonObject, type JsonObject } from '../read/jsonObject.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  parent_history:
    'The entry stands in the session that this one was forked from, which is among the sources and tells it.',
  partial: 'A piece of a message while it streams; the whole message follows. Where none does, the last piece is kept.',
  progress: 'Says that the agent, a turn or a tool began or ended; messages and results tell what was in it.',
  repeated_messages: 'Messages that stand in the log already, written again when a turn ended.',
  repeated_setting: 'A setting that is written again without a change.',
  repeated_header: 'The header of the session, written a second time.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'pi',
  label: 'pi coding agent',
  specUrl: 'https://github.com/badlogic/pi-mono/blob/main/packages/coding-agent/docs/session.md',
  marks: ['"type":"session"', '"parentId"', '"stopReason"', '"toolResult"'],
  versionsSeen: ['v1', 'v2', 'v3'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: false, outcomes: true },
  ignores,
};

/** Recognises sessions of pi and of the agents made from it, and what `pi --mode json` prints. */
export function detect(sample: Sample): Detection {
  const records = sample.records.filter(isJsonObject);
  const header = records.find((record) => record.type !== 'title');
  if (header !== undefined && isHeader(header) && (isNumbered(header) || records.some(isEntry))) {
    const parent = uuidIn(field.text(header, 'parentSession') ?? field.text(header, 'branchedFrom'));
    const key = field.text(header, 'id') ?? sample.name;
    const keys = parent === undefined ? [key] : [key, parent];
    const role = { is: 'primary', key, history: { keys, copies: parent === undefined ? 0 : 1 } } as const;
    return { grade: 'certain', because: 'begins with the header of a session of pi', role };
  }
  if (records.filter(isTreeMessage).length >= 2) {
    const role = { is: 'primary', key: sample.name } as const;
    return { grade: 'likely', because: 'its messages stand in a tree as those of pi do', role };
  }
  return { grade: 'no', because: 'does not begin with a session header (id, timestamp, cwd)' };
}

function isHeader(record: JsonObject): boolean {
  return record.type === 'session' && ['id', 'timestamp', 'cwd'].every((name) => typeof record[name] === 'string');
}

const isNumbered = ({ version }: JsonObject): boolean => version === 2 || version === 3;

const roles = new Set(['user', 'assistant', 'toolResult', 'bashExecution', 'custom']);

function isEntry(record: JsonObject): boolean {
  const role = field.text(fieldsOf(record.message), 'role') ?? '';
  return roles.has(role) || record.type === 'model_change' || record.type === 'thinking_level_change';
}

function isTreeMessage(record: JsonObject): boolean {
  const { type, id, parentId, timestamp } = record;
  const isInTree = typeof id === 'string' && (parentId === null || typeof parentId === 'string');
  // Messages of droid stand in the same envelope, but have no time of their own.
  const isPi = typeof field.object(record, 'message')?.timestamp === 'number';
  return type === 'message' && isInTree && typeof timestamp === 'string' && isPi && isEntry(record);
}

/** The id in the name of a session's file: the path is that of another machine, perhaps. */
export function uuidIn(path: string | undefined): string | undefined {
  return path === undefined ? undefined : /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.jsonl$|$)/i.exec(path)?.[0];
}
