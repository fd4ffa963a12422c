import { diagnose, type SourceRef } from '../../session/index.ts';
import type { Assembly } from '../assembly.ts';
import type { Converter, SourceOutline } from '../contract.ts';
import { field, type JsonObject, textOf } from '../read/jsonObject.ts';
import type { StreamRecord } from '../read/readRecordStream.ts';
import { mostFrequent, turnEndings } from '../turn.ts';
import { type IgnoreReason, uuidIn } from './detect.ts';
import { contentText, convertMessage } from './messages.ts';
import { type EntryStamp, PiSession, type PiVerdict } from './session.ts';

/** Turns the entries of a file into its session. */
export function createPiConverter(
  assembly: Assembly,
  { knownRecords }: SourceOutline,
): Converter<StreamRecord, IgnoreReason> {
  let session: PiSession | undefined;
  const sessionOf = (id: string | undefined): PiSession => {
    session ??= new PiSession(assembly.session(id ?? 'session'));
    return session;
  };
  return {
    record(found, ref) {
      if (found.is === 'text') {
        const stamp = { ref, at: undefined, nativeId: undefined };
        sessionOf(undefined).notice('info', found.text, stamp);
        return 'converted';
      }
      const record = found.value;
      const own = sessionOf(record.type === 'session' ? field.text(record, 'id') : undefined);
      const key = entryKey(record);
      const first = own.next;
      const inherited = key !== undefined && knownRecords?.has(key) === true;
      const verdict: PiVerdict = inherited ? { ignored: 'parent_history' } : convertEntry(own, record, ref);
      noteInTree(own, record, first);
      return verdict;
    },
    describe() {
      if (session !== undefined) describeSession(session);
    },
    end() {
      if (session === undefined) assembly.report(diagnose('empty-source'));
      else endSession(session);
    },
  };
}

/** The key that identifies a fork's copy of an entry. */
export function entryKey(record: JsonObject): string | undefined {
  const [id, at] = [field.text(record, 'id'), field.text(record, 'timestamp')];
  return record.type === 'session' || id === undefined || at === undefined ? undefined : `${id} ${at}`;
}

/** Entries of the first version have no ids: each follows the one before it. */
function noteInTree(session: PiSession, record: JsonObject, first: number): void {
  const id = field.text(record, 'id');
  if (id === undefined || !('parentId' in record)) return;
  session.tree.note(id, field.text(record, 'parentId'), first, session.next);
}

function stampOf(record: JsonObject, message: JsonObject | undefined, ref: SourceRef): EntryStamp {
  const at = field.text(record, 'timestamp') ?? field.number(message ?? {}, 'timestamp');
  return { ref, at, nativeId: field.text(record, 'id') };
}

const progress = new Set([
  ...['agent_start', 'turn_start', 'turn_end', 'message_start', 'tool_execution_start', 'tool_execution_update'],
  ...['tool_execution_end', 'queue_update', 'compaction_start'],
]);

function convertEntry(session: PiSession, record: JsonObject, ref: SourceRef): PiVerdict {
  const message = field.object(record, 'message');
  const stamp = stampOf(record, message, ref);
  switch (record.type) {
    case 'session':
      return describeHeader(session, record);
    case 'message':
    case 'message_end':
      session.partial = undefined;
      if (message === undefined) return { dropped: 'malformed-record', message: 'A message is empty.' };
      return convertMessage(session, message, stamp);
    case 'message_update':
      session.partial = message === undefined ? undefined : { message, stamp };
      return { ignored: 'partial' };
    case 'agent_end':
      return { ignored: 'repeated_messages' };
  }
  if (progress.has(textOf(record.type))) return { ignored: 'progress' };
  return convertOther(session, record, stamp);
}

function describeHeader(session: PiSession, record: JsonObject): PiVerdict {
  if (session.id !== undefined) return { ignored: 'repeated_header' };
  session.id = field.text(record, 'id');
  const parent = field.text(record, 'parentSession') ?? field.text(record, 'branchedFrom');
  const parentId = uuidIn(parent);
  const version = field.number(record, 'version') ?? 1;
  for (const [name, key] of settingNames) {
    const value = field.text(record, key);
    if (value !== undefined) session.settings.set(name, value);
  }
  session.sink.describe({
    nativeId: session.id,
    startedAt: field.text(record, 'timestamp'),
    environment: { cli: 'pi', cwd: field.text(record, 'cwd') },
    ...(parent === undefined
      ? {}
      : { parent: { relation: 'forked', ...(parentId === undefined ? {} : { native_id: parentId }) } }),
    extensions: { version, ...(parent === undefined ? {} : { parent_session: parent }) },
  });
  return 'converted';
}

const settingNames = [
  ['Model', 'modelId'],
  ['Thinking', 'thinkingLevel'],
] as const;

/** All entries that are no messages. */
function convertOther(session: PiSession, record: JsonObject, stamp: EntryStamp): PiVerdict {
  const summary = field.text(record, 'summary');
  switch (record.type) {
    case 'model_change':
      return changeSetting(session, 'Model', textOf(record.modelId), stamp, { provider: record.provider });
    case 'thinking_level_change':
      return changeSetting(session, 'Thinking', textOf(record.thinkingLevel), stamp, {});
    case 'compaction':
    case 'compaction_end':
      session.notice('compaction', 'Conversation compacted', stamp, {
        tokensBefore: field.number(record, 'tokensBefore'),
        extensions: { first_kept: record.firstKeptEntryId ?? record.firstKeptEntryIndex, details: record.details },
      });
      emitContext(session, summary, stamp);
      return 'converted';
    case 'branch_summary':
      session.notice('info', 'Went back to an earlier entry', stamp, {
        extensions: { from: record.fromId, details: record.details },
      });
      emitContext(session, summary, stamp);
      return 'converted';
    case 'custom':
      session.notice('info', `State of ${textOf(record.customType)}`, stamp, { extensions: { data: record.data } });
      return 'converted';
    case 'custom_message': {
      const { text } = contentText(record.content);
      const origin = record.display === false ? 'context' : 'system';
      const extensions = { custom_type: record.customType, details: record.details };
      session.made(session.sink.message({ ...stamp, role: 'system', origin, text, extensions }));
      return 'converted';
    }
    case 'label':
      session.notice('info', `Label: ${textOf(record.label ?? '')}`, stamp, {
        extensions: { target: record.targetId },
      });
      return 'converted';
    case 'session_info':
      session.title = field.text(record, 'name') ?? session.title;
      return 'converted';
    case 'title':
      session.title ??= field.text(record, 'title') ?? field.text(record, 'name');
      return 'converted';
    case 'auto_retry_start':
      session.notice('retry', field.text(record, 'errorMessage') ?? 'Trying again', stamp);
      return 'converted';
    case 'auto_retry_end':
      return { ignored: 'progress' };
  }
  session.made(session.sink.unknown({ ...stamp, recordType: textOf(record.type), raw: record }));
  return 'unknown';
}

function changeSetting(
  session: PiSession,
  name: 'Model' | 'Thinking',
  value: string,
  stamp: EntryStamp,
  extensions: Record<string, unknown>,
): PiVerdict {
  const before = session.settings.get(name);
  if (before === value) return { ignored: 'repeated_setting' };
  session.settings.set(name, value);
  const kind = name === 'Model' ? 'model_change' : 'mode_change';
  session.notice(kind, `${name}: ${before === undefined ? '' : `${before} → `}${value}`, stamp, { extensions });
  return 'converted';
}

function emitContext(session: PiSession, text: string | undefined, stamp: EntryStamp): void {
  if (text === undefined || text.trim() === '') return;
  session.made(session.sink.message({ ...stamp, role: 'system', origin: 'context', text }));
}

function endSession(session: PiSession): void {
  const { partial, sink, open } = session;
  session.partial = undefined;
  if (partial !== undefined) {
    // The complete message may still follow, so its position is uncertain.
    const stamp = { ...partial.stamp, ref: undefined };
    convertMessage(session, { ...partial.message, usage: undefined }, stamp, true);
  }
  for (const [id, { aborted }] of open) {
    if (aborted) sink.closeCall(id, { outcome: 'interrupted', error: 'Interrupted', inferred: ['outcome'] });
  }
  sink.abandon(session.tree.leftBehind());
  describeSession(session);
}

function describeSession({ sink, title, models, state }: PiSession): void {
  const model = mostFrequent(models);
  sink.describe({ title, modelId: model, ...turnEndings[state], inferred: ['status'] });
}
