import { diagnose, type SourceRef } from '../../session/index.ts';
import type { Assembly, AttachmentPart, SessionSink } from '../assembly.ts';
import type { Converter, SourceOutline } from '../contract.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import type { JsonPart } from '../read/readJsonParts.ts';
import type { StreamRecord } from '../read/readRecordStream.ts';
import { mostFrequent, turnEndings } from '../turn.ts';
import type { IgnoreReason } from './detect.ts';
import { attachmentOf, convertPart, emitError, emitUsage } from './parts.ts';
import { OpenCodeSession, type OpenCodeVerdict } from './session.ts';
import type { StoredPart, StoredRecord } from './storageTree.ts';

/** A piece of an export, a line of a stream, or what OpenCode stores. */
export type OpenCodeRecord = JsonPart | StreamRecord | StoredRecord;

/** Turns an export or a stream into its session, and what OpenCode stores into all that are in it. */
export function createOpenCodeConverter(
  assembly: Assembly,
  { knownRecords }: SourceOutline,
): Converter<OpenCodeRecord, IgnoreReason> {
  /** By their ids; the session of an export or a stream under none. */
  const sessions = new Map<string | undefined, OpenCodeSession>();
  let isElsewhere = false;
  /** The session of a database that is being emitted: they come one after the other. */
  let current: SessionSink | undefined;
  const sessionOf = (id: string | undefined): OpenCodeSession => {
    const session =
      sessions.get(undefined) ?? new OpenCodeSession({ is: 'session', sink: assembly.session(id ?? 'session') });
    sessions.set(undefined, session);
    session.id ??= id;
    return session;
  };
  function storedSession({ from, id, root }: StoredRecord): OpenCodeSession {
    // Records are accounted to the session requested last.
    const sink = assembly.session(root);
    if (from === 'database' && sink !== current) {
      current?.complete();
      current = sink;
    }
    const known = sessions.get(id);
    if (known !== undefined) return known;
    const session = new OpenCodeSession(
      id === root ? { is: 'session', sink } : { is: 'subagent', sink: sink.subSession(id), id, root },
    );
    session.id = id;
    sessions.set(id, session);
    return session;
  }
  function convertStored(record: StoredRecord, ref: SourceRef): OpenCodeVerdict {
    if (record.from === 'tree' && knownRecords?.has(record.id) === true) {
      isElsewhere = true;
      return { ignored: 'in_database' };
    }
    const session = storedSession(record);
    switch (record.is) {
      case 'session':
        describeInfo(session, record.info);
        return 'converted';
      case 'message':
        return convertMessage(session, record.info, record.parts, ref);
      case 'other':
        session.made(session.sink.unknown({ ref, at: undefined, recordType: record.recordType, raw: record.raw }));
        return 'unknown';
      case 'stranger':
        return { ignored: 'other_session' };
    }
  }
  const describeAll = (): void => {
    const started = new Map([...sessions.values()].flatMap((session) => [...session.started]));
    for (const session of sessions.values()) describeSession(session, started);
  };
  return {
    record(found, ref) {
      switch (found.is) {
        case 'fields': {
          const info = field.object(found.value, 'info');
          if (info === undefined) return { dropped: 'malformed-record', message: 'The document tells of no session.' };
          describeInfo(sessionOf(field.text(info, 'id')), info);
          return 'converted';
        }
        case 'element': {
          const { value } = found;
          if (!isJsonObject(value)) return { dropped: 'malformed-record', message: 'A message is no object.' };
          const parts = field
            .list(value, 'parts')
            .map((part) => ({ value: isJsonObject(part) ? part : { type: 'value', value: part }, ref }));
          return convertMessage(sessionOf(undefined), fieldsOf(value.info), parts, ref);
        }
        case 'text':
          sessionOf(undefined).notice('info', found.text, { ref, at: undefined });
          return 'converted';
        case 'json':
          return convertEvent(sessionOf(field.text(found.value, 'sessionID')), found.value, ref);
        case 'session':
        case 'message':
        case 'other':
        case 'stranger':
          return convertStored(found, ref);
      }
    },
    describe: describeAll,
    end() {
      if (sessions.size === 0 && !isElsewhere) assembly.report(diagnose('empty-source'));
      for (const session of sessions.values()) session.settle();
      describeAll();
    },
  };
}

/** A title not given by anyone. */
const defaultTitle = /^(?:New session|Child session) - \d{4}-/;

function describeInfo(session: OpenCodeSession, info: JsonObject): void {
  const time = fieldsOf(info.time);
  const title = field.text(info, 'title');
  const parent = field.text(info, 'parentID');
  const revert = fieldsOf(info.revert);
  session.revertedFrom = field.text(revert, 'messageID');
  session.revertedPart = field.text(revert, 'partID');
  const model = field.text(fieldsOf(info.model), 'id');
  if (model !== undefined) session.askedModel ??= model;
  const named = title === undefined || defaultTitle.test(title) ? undefined : title;
  const facts = {
    startedAt: field.number(time, 'created'),
    environment: {
      cli: 'opencode',
      ...(typeof info.version === 'string' ? { cli_version: info.version } : {}),
      ...(typeof info.directory === 'string' ? { cwd: info.directory } : {}),
    },
    extensions: Object.fromEntries(
      ['slug', 'projectID', 'summary', 'permission'].flatMap((key) =>
        info[key] === undefined ? [] : [[key, info[key]]],
      ),
    ),
  };
  const { target } = session;
  if (target.is === 'subagent') {
    target.sink.describe({
      ...facts,
      description: named,
      agentType: field.text(info, 'agent'),
      parentNativeId: parent === target.root ? undefined : parent,
    });
    return;
  }
  const spawned = parent === undefined ? {} : { parent: { relation: 'spawned', native_id: parent } as const };
  target.sink.describe({ ...facts, title: named, ...spawned });
}

/** A message with its parts: a prompt, or one request to a model with everything that came of it. */
function convertMessage(
  session: OpenCodeSession,
  info: JsonObject,
  parts: readonly StoredPart[],
  ref: SourceRef,
): OpenCodeVerdict {
  const time = fieldsOf(info.time);
  const at = field.number(time, 'created');
  const id = field.text(info, 'id');
  if (id !== undefined && id === session.revertedFrom) session.reverting = true;
  const before = session.next;
  const stamp = { ref, at };
  if (info.role === 'user') convertPrompt(session, info, parts, stamp);
  else convertReply(session, info, parts, stamp);
  if (session.reverting) session.reverted.push([session.partTakenBack ?? before, session.next]);
  session.partTakenBack = undefined;
  return session.next > before ? 'converted' : { ignored: 'empty_message' };
}

interface Stamp {
  ref: SourceRef;
  at: number | undefined;
}

function convertPrompt(session: OpenCodeSession, info: JsonObject, parts: readonly StoredPart[], stamp: Stamp): void {
  session.state = 'asked';
  const attachments: AttachmentPart[] = parts.flatMap(({ value }) =>
    value.type === 'file' ? [attachmentOf(value)] : [],
  );
  const model = field.text(fieldsOf(info.model), 'modelID');
  if (model !== undefined) session.askedModel ??= model;
  let waiting = attachments;
  for (const { value: part, ref } of parts) {
    if (part.type === 'file') continue;
    const own = part.type === 'text' && part.synthetic !== true && part.ignored !== true;
    convertPart(session, part, { ...stamp, ref }, { role: 'user', attachments: own ? waiting : [] });
    if (own) waiting = [];
  }
  // If no part is left, a summary of the prompt may still exist.
  const about = fieldsOf(info.summary);
  const title = parts.length === 0 ? field.text(about, 'body') || field.text(about, 'title') : undefined;
  if (title) session.made(session.sink.message({ ...stamp, role: 'user', text: title, inferred: ['text'] }));
  if (waiting.length > 0)
    session.made(session.sink.message({ ...stamp, role: 'user', text: '', attachments: waiting }));
}

function convertReply(session: OpenCodeSession, info: JsonObject, parts: readonly StoredPart[], stamp: Stamp): void {
  const model = field.text(info, 'modelID');
  const isSummary = info.summary === true;
  const error = field.object(info, 'error');
  if (model !== undefined) session.models.set(model, (session.models.get(model) ?? 0) + 1);
  session.noteAgent(field.text(info, 'agent') ?? field.text(info, 'mode'), stamp);
  session.isStopped = error !== undefined;
  for (const { value, ref } of parts) {
    convertPart(session, value, { ...stamp, ref }, { role: isSummary ? 'summary' : 'assistant', model });
  }
  const completed = field.number(fieldsOf(info.time), 'completed');
  emitUsage(session, info, { ref: stamp.ref, at: completed ?? stamp.at }, model);
  // Of a message that is gone only parts are left, which do not say how it ended.
  if (info.role === undefined) return;
  session.state = completed === undefined ? 'calling' : 'answered';
  if (error !== undefined) emitError(session, error, { ref: stamp.ref, at: completed ?? stamp.at });
}

/** A line of `opencode run --format json`. */
function convertEvent(session: OpenCodeSession, record: JsonObject, ref: SourceRef): OpenCodeVerdict {
  const stamp = { ref, at: field.number(record, 'timestamp') };
  const part = fieldsOf(record.part);
  switch (record.type) {
    case 'step_start':
      return { ignored: 'step_mark' };
    case 'step_finish':
      session.state = part.reason === 'tool-calls' ? 'calling' : 'answered';
      emitUsage(session, part, stamp, undefined);
      return 'converted';
    case 'error':
      emitError(session, fieldsOf(record.error), stamp);
      return 'converted';
    case 'text':
    case 'reasoning':
    case 'tool_use':
      convertPart(session, part, stamp, { role: 'assistant' });
      return 'converted';
  }
  session.made(session.sink.unknown({ ...stamp, recordType: textOf(record.type), raw: record }));
  return 'unknown';
}

function describeSession(
  { target, id, models, askedModel, state }: OpenCodeSession,
  started: ReadonlyMap<string, string>,
): void {
  const model = mostFrequent(models) ?? askedModel;
  const facts = { modelId: model, ...turnEndings[state], inferred: ['status'] };
  if (target.is === 'session') target.sink.describe({ ...facts, nativeId: id });
  else target.sink.describe({ ...facts, agentId: target.id, triggeredBy: started.get(target.id) });
}
