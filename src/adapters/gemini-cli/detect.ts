import type { Descriptor, Detection, FileRole, Sample } from '../contract.ts';
import { documentHead } from '../read/createSample.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  parent_history:
    'The message stands in the file that this session was resumed from, which is among the sources and tells it.',
  context_copy:
    'The context of the model, written again: its messages stand in the log already, under their own ids or with the same text.',
  repeated_message: 'A message that the log writes again, under the same id and with nothing new.',
  repeated_result: 'The result of a call as it went to the model; the call itself has it, too.',
  repeated_header: 'The header of the session, written a second time.',
  empty_message: 'A message in which nothing stands.',
  update_time: 'When the file was last written, or notes that the program keeps for itself.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'gemini-cli',
  label: 'Gemini CLI',
  specUrl: 'https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/services/chatRecordingTypes.ts',
  marks: ['"projectHash"', '"lastUpdated"', '"type":"gemini"', '"type": "gemini"'],
  versionsSeen: ['0.11', '0.20', '0.34', '0.40', '0.46'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};

/** The file that names the folder of a project, beside the folder of its chats. */
const projectRoot = /^(?:(.*)\/)?\.project_root$/s;

export const isProjectRoot = (name: string): boolean => projectRoot.test(name);

/** The project's own folder among those of all projects, from the name of a recording. */
const projectOf = (name: string): string | undefined => /^(?:(.*)\/)?chats\//s.exec(name)?.[1];

/** Recognises recordings of Gemini CLI, as one document or a record a line, and what lies beside them. */
export function detect(sample: Sample): Detection {
  const [, project] = projectRoot.exec(sample.name) ?? [];
  if (isProjectRoot(sample.name) && /^(?:\/|[A-Za-z]:[\\/])[^\n]{0,4000}$/.test(sample.text.trimEnd())) {
    const role: FileRole = { is: 'part', key: rootKey(project) };
    return { grade: 'certain', because: 'names the folder of a project', role };
  }
  const [first] = sample.records;
  const head = isJsonObject(first) ? first : documentHead(sample);
  if (isJsonObject(head) && isHeader(head)) {
    return { grade: 'certain', because: 'begins with the header of a recording', role: roleOf(sample.name, head) };
  }
  const side = sideOf(Array.isArray(first) ? first : Array.isArray(head) ? head : [head]);
  if (side !== undefined) {
    return { grade: 'certain', because: 'is a file of Gemini CLI', role: { is: 'side', because: side } };
  }
  return { grade: 'no', because: 'has no header with sessionId, projectHash and startTime' };
}

/** The first record of a recording, or its document. */
export function isHeader(record: JsonObject): boolean {
  const hash = field.text(record, 'projectHash') ?? '';
  return /^[0-9a-f]{64}$/.test(hash) && ['sessionId', 'startTime'].every((name) => typeof record[name] === 'string');
}

/** The id of the session that a subagent's file lies below: `chats/<session>/<agent>.jsonl`. */
const belowSession = /(?:^|\/)chats\/([^/]+)\/[^/]+$/;

function roleOf(name: string, header: JsonObject): FileRole {
  const key = field.text(header, 'sessionId') ?? name;
  const [, parent] = belowSession.exec(name) ?? [];
  if (header.kind === 'subagent' && parent !== undefined) return { is: 'part', key: parent };
  // A session resumed in a newer version continues in a JSONL file, which begins with everything said before.
  const copies = 'messages' in header ? 0 : 1;
  const shares = /(?:^|\/)chats\//.test(name) ? { shares: [rootKey(projectOf(name))] } : {};
  return { is: 'primary', key, history: { keys: [key], copies }, ...shares };
}

const rootKey = (project = ''): string => `project root of ${project}`;

function sideOf([first]: readonly unknown[]): string | undefined {
  if (!isJsonObject(first)) return undefined;
  const has = (...names: string[]): boolean => names.every((name) => name in first);
  if (has('sessionId', 'messageId', 'timestamp', 'message') && first.type === 'user') return sides.prompts;
  if (has('toolCall', 'messageId') && (has('commitHash') || has('clientHistory'))) return sides.restore;
  return undefined;
}

const sides = {
  prompts: 'holds the prompts of a project, which their sessions tell',
  restore: 'holds what an edit can be taken back to',
} as const;
