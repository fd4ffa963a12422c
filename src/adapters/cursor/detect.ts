import { isUuid } from '../../session/text/isUuid.ts';
import type { Descriptor, Detection, FileRole, Sample } from '../contract.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';
import { hasTable, isSqlite, isSqliteLog } from '../read/sqlitePages.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  in_database:
    'The session stands in a database of the command line or of the editor, which is among the sources and tells more of it.',
  opaque: 'Bytes of the database without a text that is known: encrypted, or of a later version.',
  not_chat:
    "A row of the editor's database under a key that is not one of its chats. Its value is never read: tokens lie among them.",
  deleted_composer: 'A message of a conversation that was deleted in the editor; its value is not read.',
  empty_composer: 'A conversation of the editor without a message.',
  listed_composer: 'The name of a conversation in a list; where it has messages, they stand elsewhere.',
  turn_mark: 'Says that a turn ended as it should.',
  partial: 'A piece of a text, which is converted whole with the last of its pieces.',
  repeated_answer: 'A text that was converted before, written again at the end of its turn.',
  repeated_init: 'The settings of the session, written again.',
  repeated_call: 'The beginning or the end of a call, written again.',
  empty_message: 'A message in which nothing stands.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'cursor',
  label: 'Cursor',
  specUrl: 'https://docs.cursor.com/en/cli/reference/output-format',
  marks: ['"role":"user","message"', '<user_query>', '"apiKeySource"', 'ToolCall":'],
  versionsSeen: ['2024-11', '2026-04', '2026-06-24'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};

/** Recognises transcripts of Cursor's agents, the streams of its command line, and the databases of it and of the editor. */
export function detect(sample: Sample): Detection {
  const { name, text } = sample;
  if (isSqlite(text)) return detectStore(sample);
  if (/(?:^|\/|-)(?:store\.db|state\.vscdb)-wal$/.test(name) && (text === '' || isSqliteLog(text))) {
    const role = { is: 'part', key: name.slice(0, -'-wal'.length) } as const;
    return { grade: 'likely', because: 'is the write-ahead log of a database', role };
  }
  const records = sample.records.filter(isJsonObject);
  if (records.some(isStreamRecord)) {
    const key = records.map((record) => field.text(record, 'session_id')).find((id) => id !== undefined) ?? name;
    return { grade: 'certain', because: 'has records that only a stream of Cursor has', role: { is: 'primary', key } };
  }
  const isTranscript = records.length > 0 && records.every(isTranscriptRecord) && records.some(isMessage);
  if (!isTranscript)
    return { grade: 'no', because: 'no record is a role with a bare message, or an event of a stream of Cursor' };
  const because = 'has nothing but roles with bare messages, as transcripts of Cursor do';
  return { grade: isInTranscripts(name) ? 'certain' : 'likely', because, role: roleOf(name) };
}

function detectStore({ name, text }: Sample): Detection {
  const has = (table: string): boolean => hasTable(text, table);
  const isEditor =
    has('cursorDiskKV') || (has('ItemTable') && /composer\.composerData|aiService\.|aichat\.view/.test(text));
  if (isEditor) return { grade: 'certain', because: "is the database of Cursor's editor", role: editorRole(name) };
  if (has('ItemTable')) {
    return { grade: 'no', because: 'is a database of an editor, in whose beginning no chat of Cursor is named' };
  }
  if (!has('blobs') || !has('meta')) return { grade: 'no', because: 'is a database without the tables of Cursor' };
  const id = storeId(name);
  const because = 'is a database with the tables of Cursor';
  const role = { is: 'primary', key: name, history: { keys: [id], copies: 0 } } as const;
  return { grade: /(?:^|\/)store\.db$/.test(name) ? 'certain' : 'likely', because, role };
}

/** The database of all workspaces may hold the conversation of any other file; that of one workspace, of none. */
function editorRole(name: string): FileRole {
  const isOfWorkspace = /(?:^|\/)workspaceStorage\/|(?:^|\/)[0-9a-f]{32}\/[^/]+$/.test(name);
  const isCopy = !name.endsWith('.vscdb');
  const history = { keys: [name], copies: (isOfWorkspace ? 1 : 0) + (isCopy ? 2 : 0), holdsAny: !isOfWorkspace };
  return { is: 'primary', key: name, history };
}

/** A database lies in a folder that is named after its session. */
const storeId = (name: string): string => name.split('/').at(-2) ?? name;

/** A message in a transcript has no envelope: not even an id of its own. */
const isMessage = ({ role, message, type }: JsonObject): boolean =>
  (role === 'user' || role === 'assistant') &&
  type === undefined &&
  isJsonObject(message) &&
  'content' in message &&
  !['role', 'id', 'model', 'usage'].some((key) => key in message);

const isTranscriptRecord = (record: JsonObject): boolean =>
  !['uuid', 'id', 'sessionId', 'session_id', 'timestamp'].some((key) => key in record) &&
  (isMessage(record) || isEmptyMessage(record) || record.type === 'turn_ended');

/** A message that was begun and never filled. */
const isEmptyMessage = ({ role, message, type }: JsonObject): boolean =>
  (role === 'user' || role === 'assistant') && type === undefined && message === null;

function isStreamRecord(record: JsonObject): boolean {
  if (typeof record.session_id !== 'string') return false;
  const { type, subtype } = record;
  if (type === 'tool_call') return (subtype === 'started' || subtype === 'completed') && isJsonObject(record.tool_call);
  const isInit = type === 'system' && subtype === 'init' && 'apiKeySource' in record;
  return isInit && !('tools' in record) && !('uuid' in record);
}

const isInTranscripts = (name: string): boolean => /(?:^|\/)agent-transcripts\//.test(name);

/**
 * A subagent's transcript lies in a folder of its parent's: `<parent>/subagents/<child>.jsonl`. Where the parent's own folder is the
 * root that was given, its name is not known: then all transcripts there share the subagents.
 */
function roleOf(name: string): FileRole {
  const at = name.lastIndexOf('/');
  const folder = at === -1 ? '' : name.slice(0, at);
  if (folder === 'subagents' || folder.endsWith('/subagents')) {
    return { is: 'part', key: folder.slice(0, -'subagents'.length).replace(/\/$/, '') };
  }
  const stem = stemOf(name);
  const isOwnFolder = folder.slice(folder.lastIndexOf('/') + 1) === stem;
  const key = isOwnFolder || !isUuid(stem) ? folder : `${folder === '' ? '' : `${folder}/`}${stem}`;
  const shares = folder === '' && key !== '' ? { shares: [''] } : {};
  return { is: 'primary', key, ...shares, ...(isUuid(stem) ? { history: { keys: [stem], copies: 1 } } : {}) };
}

/** The name of a file without its folder and its ending. */
export const stemOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1).replace(/\.[a-z]+$/, '');
