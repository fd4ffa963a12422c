import type { Descriptor, Detection, Sample } from '../contract.ts';
import { documentHead } from '../read/createSample.ts';
import { field, fieldsOf, isJsonObject, type JsonObject } from '../read/jsonObject.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  companion: 'Facts of the session beside its transcript, and an empty continuation: the session itself has them.',
  companion_alone: 'The transcript that it belongs to is not among the files: it says nothing that happened.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'kiro-cli',
  label: 'Kiro CLI',
  specUrl: undefined,
  marks: ['"kind":"AssistantMessage"', '"toolUseId"', '"conversation_id"', '"tool_use_results"'],
  versionsSeen: ['Amazon Q', '2.5', '2.6'],
  capabilities: { times: 'run only', thinking: false, tokens: false, subagents: false, outcomes: true },
  ignores,
};

/** Recognises transcripts of Kiro CLI, the file of facts beside each, and saved conversations of it and of Amazon Q. */
export function detect(sample: Sample): Detection {
  const records = sample.records.filter(isJsonObject);
  const key = runKey(sample.name);
  if (records.some(isMessage)) {
    return { grade: 'certain', because: 'has messages of Kiro CLI', role: { is: 'primary', key } };
  }
  const head = documentHead(sample);
  if (!isJsonObject(head)) return { grade: 'no', because: refusal };
  if (isCompanion(head))
    return { grade: 'certain', because: 'has the state of a session of Kiro CLI', role: { is: 'part', key } };
  if (isConversation(head)) {
    const id = field.text(head, 'conversation_id') ?? '';
    const role = { is: 'primary', key: id === '' ? sample.name : id } as const;
    return { grade: 'certain', because: 'has the history of a conversation of Kiro CLI', role };
  }
  return { grade: 'no', because: refusal };
}

const refusal = 'has neither messages, the state nor the history of a session of Kiro CLI';

/** A transcript and the facts beside it differ in the ending of their names alone. */
export function runKey(name: string): string {
  return name.replace(/\.jsonl?$/i, '');
}

const kinds = new Set(['Prompt', 'AssistantMessage', 'ToolResults', 'Clear']);

/** A line of a transcript; another program's lines have no version, or no id. */
function isMessage({ version, kind, data }: JsonObject): boolean {
  return typeof version === 'string' && /^v\d/.test(version) && kinds.has(String(kind)) && isJsonObject(data);
}

export function isCompanion(head: JsonObject): boolean {
  const state = field.object(head, 'session_state');
  return typeof head.session_id === 'string' && state !== undefined && 'conversation_metadata' in state;
}

/** Each step of a history has what the person or a tool gave, and what came of it: side by side, or in a pair. */
function isConversation(head: JsonObject): boolean {
  if (typeof head.conversation_id !== 'string') return false;
  return field.list(head, 'history').some((step) => {
    const { user, assistant } = stepOf(step);
    return 'content' in user || ['Response', 'ToolUse'].some((name) => name in assistant);
  });
}

/** The two sides of a step. */
export function stepOf(step: unknown): { user: JsonObject; assistant: JsonObject; more: JsonObject } {
  const [user, assistant] = Array.isArray(step) ? step : isJsonObject(step) ? [step.user, step.assistant] : [];
  return {
    user: isJsonObject(user) ? user : {},
    assistant: isJsonObject(assistant) ? assistant : {},
    more: isJsonObject(step) ? fieldsOf(step.request_metadata) : {},
  };
}
