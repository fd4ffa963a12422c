import type { Descriptor, Detection, Sample } from '../contract.ts';
import { documentHead } from '../read/createSample.ts';
import { field, isJsonObject, type JsonObject } from '../read/jsonObject.ts';
import { hasTable, isSqlite, isSqliteLog } from '../read/sqlitePages.ts';
import { treeFile } from './storageTree.ts';

/** Why a record may be ignored, and why that loses nothing a person saw. */
const ignores = {
  step_mark: 'Says that a step of the agent began; what was in it has records of its own.',
  empty_message: 'A message without any part that says something.',
  in_database: 'The session went into the database since, which is among the sources and tells it.',
  other_session: 'A part of another session whose files lie in the same folder.',
} as const;

export type IgnoreReason = keyof typeof ignores;

export const descriptor: Descriptor<IgnoreReason> = {
  id: 'opencode',
  label: 'OpenCode',
  specUrl: 'https://github.com/sst/opencode/blob/dev/packages/opencode/src/session/message-v2.ts',
  marks: ['"info"', '"sessionID"', '"messageID"', '"projectID"', 'SQLite format 3'],
  versionsSeen: ['1.2.16', '1.2.24', '1.14.30', '1.16.0'],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};

/** Recognises what OpenCode stores, and what `opencode export` and `opencode run --format json` print. */
export function detect(sample: Sample): Detection {
  const stored = isSqlite(sample.text) ? detectDatabase(sample) : detectLog(sample);
  if (stored !== undefined) return stored;
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
  return (
    detectTree(sample, isJsonObject(head) ? head : undefined) ?? {
      grade: 'no',
      because: 'is no export with the info of a session, and no stream of parts',
    }
  );
}

/** All of OpenCode's stores may contain the same sessions; those in the database are newer. */
const STORE = 'what OpenCode stores';

const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

function detectDatabase({ name, text }: Sample): Detection {
  const has = (table: string): boolean => hasTable(text, table);
  if (text.includes('goose_db_version')) {
    return { grade: 'no', because: 'is a database of another program called opencode' };
  }
  const isCertain = has('part') && has('message') && text.includes('session_id');
  if (!isCertain && !/^opencode[\w.-]*\.db$/.test(baseName(name))) {
    return { grade: 'no', because: 'is a database without the tables of OpenCode' };
  }
  const role = { is: 'primary', key: name, history: { keys: [STORE], copies: 0 } } as const;
  if (isCertain) return { grade: 'certain', because: 'is a database with the tables of OpenCode', role };
  return { grade: 'likely', because: 'is a database by the name of that of OpenCode', role };
}

/** What lies beside a database; its name and the ids in it say whose it is. */
function detectLog({ name, text }: Sample): Detection | undefined {
  const [, database] = /^(.*)-(?:wal|shm)$/.exec(name) ?? [];
  if (database === undefined) return undefined;
  const isNamed = baseName(database).startsWith('opencode');
  if (name.endsWith('-shm')) {
    const because = 'is an index beside a database, of which only the programs that have it open make use';
    return isNamed ? { grade: 'likely', because, role: { is: 'side', because } } : undefined;
  }
  const isOwn = isNamed || (text.includes('ses_') && (text.includes('msg_') || text.includes('prt_')));
  if (!isOwn || (text !== '' && !isSqliteLog(text))) return undefined;
  return { grade: 'likely', because: 'is the write-ahead log of a database', role: { is: 'part', key: database } };
}

function detectTree({ name }: Sample, value: JsonObject | undefined): Detection | undefined {
  const kind = value === undefined ? undefined : treeFile(name, value);
  if (kind === undefined) return undefined;
  const [, folder = ''] = /^(.*?)(?:^|\/)(?:session|message|part)\//.exec(name) ?? [];
  const because = `is a ${kind.is} of OpenCode in a file of its own`;
  if (kind.is === 'session') {
    // Parts of old versions do not name their session.
    const shares = [`${folder}/parts`];
    const history = { keys: [STORE], copies: 1 };
    return { grade: 'certain', because, role: { is: 'primary', key: `${folder}/${kind.id}`, shares, history } };
  }
  const key = `${folder}/${kind.session ?? 'parts'}`;
  return { grade: 'certain', because, role: { is: 'part', key } };
}

function isSession(info: JsonObject): boolean {
  // Before 0.6 a session named no project.
  if (typeof info.id !== 'string') return false;
  const isOwn = typeof info.projectID === 'string' || (typeof info.version === 'string' && info.id.startsWith('ses_'));
  return isOwn && isJsonObject(info.time);
}

const eventTypes = new Set(['text', 'tool_use', 'step_start', 'step_finish', 'reasoning', 'error']);

function isEvent(record: JsonObject): boolean {
  const isOfSession = field.text(record, 'sessionID')?.startsWith('ses_') === true;
  return isOfSession && eventTypes.has(field.text(record, 'type') ?? '') && ('part' in record || 'error' in record);
}
