import type { Descriptor, Detection, FileRole, Sample, SharedHistory } from '../contract.ts';
import { field, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import { fileKind, folderOf, isSessionId, sessionFolder } from './files.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  replayed_record:
    'The record stands in this source already; resuming, forking and compacting write old records again.',
  parent_history:
    'The record stands in the session that this one was resumed or forked from, which is among the sources and tells it; `parent` names it.',
  file_history: 'The book that the CLI keeps of its backups for undoing edits; the edits themselves are calls.',
  command_progress:
    "What a command had printed so far: its result carries the whole. Where no result came, the last one is kept as the call's output.",
  agent_progress_copy: "A copy of a subagent's record; the subagent's own file is part of the source.",
  tool_progress: 'Says that a tool began or ended, which the call and its result say too.',
  prompt_copy:
    'A prompt that stands in the log again where it was sent. One that was never sent, or slipped in unseen, is kept as a queued message.',
  queue_step: 'The queue of prompts moved on; the prompts themselves are messages.',
  repeated_setting: 'A setting or title that the log repeats without a change.',
  repeated_checklist: 'Reminds the model of a checklist that is unchanged, or empty.',
  warmup_agent:
    'An agent that the CLI starts by itself to fill a cache; nobody asks it anything and nobody sees its answer.',
  empty_message: 'A message without any content.',
  cli_state:
    'State of the CLI itself (remote sessions, feature latches, replaced contents); no text of the conversation.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'claude-code',
  label: 'Claude Code',
  specUrl: 'https://docs.claude.com/en/docs/claude-code',
  marks: ['"sessionId"', '"parentUuid"', '"uuid"', '"message"'],
  versionsSeen: [
    '1.0.24',
    '1.0.58',
    '1.0.128',
    '2.0.5',
    '2.0.31',
    '2.0.55',
    '2.1.5',
    '2.1.49',
    '2.1.114',
    '2.1.181',
    '2.1.220',
    '2.1.267',
  ],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};

/** Logs of other tools, or other logs of Claude, that share fields with a transcript. */
const similarFormats: readonly { because: string; matches(record: JsonObject): boolean }[] = [
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

/** The tool that wrote a log, if a record shows that it was not Claude Code. */
function lookAlike(records: readonly JsonObject[]): string | undefined {
  return similarFormats.find(({ matches }) => records.some(matches))?.because;
}

/** Recognises transcripts of Claude Code and the files that belong to them, and rejects look-alikes. */
export function detect(sample: Sample): Detection {
  const folder = sessionFolder(sample.name);
  const kind = fileKind(sample.name);
  if (kind.is === 'output' && folder !== undefined) {
    const last = folder.path.slice(folder.path.lastIndexOf('/') + 1);
    if (!isSessionId(last)) return { grade: 'no', because: 'lies in a folder that is not named after a session' };
    return claim('certain', 'an output that was too large for its transcript', { is: 'part', key: folder.path });
  }
  const records = sample.records.filter(isJsonObject);
  const side = sideFile(sample, records);
  if (side !== undefined) return claim('certain', side, { is: 'side', because: side });
  const companion = detectCompanion(sample, kind.is, records, folder?.path);
  if (companion !== undefined) return companion;
  const other = lookAlike(records);
  if (other !== undefined) return { grade: 'no', because: other };
  return detectTranscript(sample, records);
}

function claim(grade: 'certain' | 'likely', because: string, role: FileRole): Detection {
  return { grade, because, role };
}

function detectCompanion(
  { name, text }: Sample,
  is: string,
  records: readonly JsonObject[],
  folder: string | undefined,
): Detection | undefined {
  if (is === 'meta') {
    const [meta] = records;
    const isMeta = meta !== undefined ? 'agentType' in meta : text.includes('"agentType"');
    const key = folder ?? `${folderOf(name)}${name.slice(folderOf(name).length).replace('.meta.json', '')}`;
    return isMeta ? claim('certain', 'what the CLI notes of a subagent', { is: 'part', key }) : undefined;
  }
  if (folder === undefined) return undefined;
  if (is === 'journal' && records.some(({ type }) => type === 'started' || type === 'result')) {
    return claim('certain', 'the journal of a workflow', { is: 'part', key: folder });
  }
  if (is === 'workflow' && text.trimStart().startsWith('{') && text.includes('"taskId"')) {
    return claim('certain', 'the state of a workflow', { is: 'part', key: folder });
  }
  return undefined;
}

const conversationTypes = new Set(['user', 'assistant', 'system', 'attachment', 'progress', 'queue-operation']);
const sideTypes = new Set([
  'file-history-snapshot',
  'summary',
  'last-prompt',
  'custom-title',
  'ai-title',
  'mode',
  'permission-mode',
  'agent-name',
]);

function detectTranscript(sample: Sample, records: readonly JsonObject[]): Detection {
  if (sample.text.trim() === '') return detectEmpty(sample);
  const conversation = records.filter(isConversation);
  if (conversation.length > 0) return transcript(sample, conversation);
  if (records.length > 0 && records.every(({ type }) => sideTypes.has(textOf(type)))) {
    if (sample.cut) return claim('likely', 'begins with side records of Claude Code', primary(sample.name, undefined));
    const because = 'holds only titles and settings of Claude Code, no conversation';
    return claim('likely', because, { is: 'side', because });
  }
  // The first record may be longer than the sample, which then still has the record's envelope, at its beginning or end.
  const head = /^\s*\{"(?:parentUuid|type|uuid|isSidechain)":/.test(sample.text);
  if (records.length === 0 && sample.cut && head && sample.text.includes('"sessionId":"')) {
    return claim('likely', 'begins with the envelope of a transcript record', primary(sample.name, undefined));
  }
  return { grade: 'no', because: 'no record has the envelope of a Claude Code transcript (sessionId, uuid, message)' };
}

/** A record that only Claude Code writes in this form: a message in an envelope with a session id and its own id. */
function isConversation(record: JsonObject): boolean {
  const type = field.text(record, 'type') ?? '';
  if (!conversationTypes.has(type) || typeof record.sessionId !== 'string') return false;
  if (type === 'queue-operation') return typeof record.operation === 'string';
  if (typeof record.uuid !== 'string') return false;
  return (type !== 'user' && type !== 'assistant') || record.message !== undefined;
}

function transcript(sample: Sample, records: readonly JsonObject[]): Detection {
  const grade = records.some((record) => 'parentUuid' in record || 'version' in record || 'operation' in record)
    ? 'certain'
    : 'likely';
  const session = records.map((record) => field.text(record, 'sessionId')).find((id) => id !== undefined);
  const kind = fileKind(sample.name);
  if (kind.is === 'agent' && records.some((record) => record.isSidechain === true || 'agentId' in record)) {
    const folder = sessionFolder(sample.name)?.path;
    const key = folder ?? `${folderOf(sample.name)}${session ?? `agent-${kind.agentId}`}`;
    return claim(grade, "a subagent's transcript", { is: 'part', key });
  }
  const role = primary(sample.name, session);
  const history = historyOf(sample.name, role.key, records);
  const because = 'records in the envelope of a Claude Code transcript';
  return claim(grade, because, history === undefined ? role : { ...role, history });
}

/** The folder is part of the key, because copies of a project contain the same session ids. */
function primary(name: string, session: string | undefined): FileRole & { is: 'primary' } {
  const kind = fileKind(name);
  const stem = kind.is === 'main' ? kind.stem : name.slice(folderOf(name).length);
  const id = isSessionId(stem) ? stem : (session ?? stem);
  return { is: 'primary', key: `${folderOf(name)}${id}` };
}

/**
 * A resumed or forked session contains records of another one under their uuids, usually from the first record on. They keep the other
 * session's id, name it, or have been given the new one.
 */
function historyOf(name: string, key: string, records: readonly JsonObject[]): SharedHistory | undefined {
  const folder = folderOf(name);
  const own = key.slice(folder.length);
  if (!isSessionId(own)) return undefined;
  const others = new Set<string>();
  for (const record of records) {
    const origin = field.object(record, 'forkedFrom');
    for (const id of [record.sessionId, origin?.sessionId]) {
      if (typeof id === 'string' && id !== own && isSessionId(id)) others.add(id);
    }
  }
  const first = field.text(records[0] ?? {}, 'uuid');
  const keys = [own, ...others, ...(first !== undefined && isSessionId(first) ? [first] : [])];
  return { keys: keys.map((each) => `${folder}${each}`), copies: others.size };
}

/** The CLI leaves empty transcripts in folders named after a path. */
function detectEmpty({ name }: Sample): Detection {
  const kind = fileKind(name);
  const project = name.split('/').at(-2) ?? '';
  if (kind.is === 'main' && isSessionId(kind.stem) && /^(?:-|[A-Za-z]--)/.test(project)) {
    return claim('likely', 'an empty file where Claude Code keeps its transcripts', primary(name, undefined));
  }
  return { grade: 'no', because: 'the file is empty' };
}

/** The kind of a Claude Code file that records no run; undefined for any other file. */
function sideFile({ name, text }: Sample, records: readonly JsonObject[]): string | undefined {
  const [first] = records;
  if (first !== undefined && 'display' in first && 'project' in first && 'pastedContents' in first) {
    return 'the history of prompts of all projects';
  }
  if (name.endsWith('/sessions-index.json') && text.includes('"entries"'))
    return 'an index of the sessions of a project';
  if (/(?:^|\/)todos\/[^/]+\.json$/.test(name) && isTodoList(text))
    return 'a checklist that the CLI keeps beside a session';
  return undefined;
}

function isTodoList(text: string): boolean {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((each) => isJsonObject(each) && 'content' in each && 'status' in each);
  } catch {
    return false;
  }
}
