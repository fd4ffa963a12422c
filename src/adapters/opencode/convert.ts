import { diagnose, type SourceRef } from '../../session/index.ts';
import type { Assembly, AttachmentPart } from '../assembly.ts';
import type { Converter, SourceOutline } from '../contract.ts';
import { field, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import type { OpenCodeRecord } from './adapter.ts';
import type { IgnoreReason } from './descriptor.ts';
import { attachmentOf, convertPart, emitError, emitUsage } from './parts.ts';
import { OpenCodeSession, type OpenCodeVerdict } from './session.ts';

/** Turns an export, or a stream, into its session. */
export function createOpenCodeConverter(
  assembly: Assembly,
  _outline: SourceOutline,
): Converter<OpenCodeRecord, IgnoreReason> {
  let session: OpenCodeSession | undefined;
  const sessionOf = (id: string | undefined): OpenCodeSession => {
    session ??= new OpenCodeSession(assembly.session(id ?? 'session'));
    session.id ??= id;
    return session;
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
        case 'element':
          if (!isJsonObject(found.value)) return { dropped: 'malformed-record', message: 'A message is no object.' };
          return convertMessage(sessionOf(undefined), found.value, ref);
        case 'text':
          sessionOf(undefined).notice('info', found.text, { ref, at: undefined });
          return 'converted';
        case 'json':
          return convertEvent(sessionOf(field.text(found.value, 'sessionID')), found.value, ref);
      }
    },
    describe() {
      if (session !== undefined) describeSession(session);
    },
    end() {
      if (session === undefined) {
        assembly.report(diagnose('empty-source'));
        return;
      }
      session.settle();
      describeSession(session);
    },
  };
}

/** A title that nobody gave. */
const defaultTitle = /^(?:New session|Child session) - \d{4}-/;

function describeInfo(session: OpenCodeSession, info: JsonObject): void {
  const time = field.object(info, 'time') ?? {};
  const title = field.text(info, 'title');
  const parent = field.text(info, 'parentID');
  session.revertedFrom = field.text(field.object(info, 'revert') ?? {}, 'messageID');
  session.sink.describe({
    title: title === undefined || defaultTitle.test(title) ? undefined : title,
    startedAt: field.number(time, 'created'),
    environment: {
      cli: 'opencode',
      ...(typeof info.version === 'string' ? { cli_version: info.version } : {}),
      ...(typeof info.directory === 'string' ? { cwd: info.directory } : {}),
    },
    ...(parent === undefined ? {} : { parent: { relation: 'spawned', native_id: parent } }),
    extensions: Object.fromEntries(
      ['slug', 'projectID', 'summary', 'permission', 'share'].flatMap((key) =>
        info[key] === undefined || key === 'share' ? [] : [[key, info[key]]],
      ),
    ),
  });
}

/** A message with its parts: a prompt, or one request to a model with all that came of it. */
function convertMessage(
  session: OpenCodeSession,
  { info: raw, parts: rawParts }: JsonObject,
  ref: SourceRef,
): OpenCodeVerdict {
  const info = isJsonObject(raw) ? raw : {};
  const parts = Array.isArray(rawParts) ? rawParts.filter(isJsonObject) : [];
  const time = field.object(info, 'time') ?? {};
  const at = field.number(time, 'created');
  const id = field.text(info, 'id');
  if (id !== undefined && id === session.revertedFrom) session.reverting = true;
  const before = session.next;
  const stamp = { ref, at };
  if (info.role === 'user') convertPrompt(session, info, parts, stamp);
  else convertReply(session, info, parts, stamp);
  if (session.reverting) session.reverted.push([before, session.next]);
  return session.next > before ? 'converted' : { ignored: 'empty_message' };
}

interface Stamp {
  ref: SourceRef;
  at: number | undefined;
}

function convertPrompt(session: OpenCodeSession, info: JsonObject, parts: readonly JsonObject[], stamp: Stamp): void {
  session.state = 'asked';
  const attachments: AttachmentPart[] = parts.flatMap((part) => (part.type === 'file' ? [attachmentOf(part)] : []));
  const model = field.text(field.object(info, 'model') ?? {}, 'modelID');
  if (model !== undefined) session.askedModel ??= model;
  let waiting = attachments;
  for (const part of parts) {
    if (part.type === 'file') continue;
    const own = part.type === 'text' && part.synthetic !== true && part.ignored !== true;
    convertPart(session, part, stamp, { role: 'user', attachments: own ? waiting : [] });
    if (own) waiting = [];
  }
  if (waiting.length > 0)
    session.made(session.sink.message({ ...stamp, role: 'user', text: '', attachments: waiting }));
}

function convertReply(session: OpenCodeSession, info: JsonObject, parts: readonly JsonObject[], stamp: Stamp): void {
  const model = field.text(info, 'modelID');
  const isSummary = info.summary === true;
  const error = field.object(info, 'error');
  if (model !== undefined) session.models.set(model, (session.models.get(model) ?? 0) + 1);
  session.noteAgent(field.text(info, 'agent') ?? field.text(info, 'mode'), stamp);
  session.isStopped = error !== undefined;
  for (const part of parts) convertPart(session, part, stamp, { role: isSummary ? 'summary' : 'assistant', model });
  const completed = field.number(field.object(info, 'time') ?? {}, 'completed');
  emitUsage(session, info, { ref: stamp.ref, at: completed ?? stamp.at }, model);
  session.state = completed === undefined ? 'calling' : 'answered';
  if (error !== undefined) emitError(session, error, { ref: stamp.ref, at: completed ?? stamp.at });
}

/** A line of `opencode run --format json`. */
function convertEvent(session: OpenCodeSession, record: JsonObject, ref: SourceRef): OpenCodeVerdict {
  const stamp = { ref, at: field.number(record, 'timestamp') };
  const part = field.object(record, 'part') ?? {};
  switch (record.type) {
    case 'step_start':
      return { ignored: 'step_mark' };
    case 'step_finish':
      session.state = part.reason === 'tool-calls' ? 'calling' : 'answered';
      emitUsage(session, part, stamp, undefined);
      return 'converted';
    case 'error':
      emitError(session, field.object(record, 'error') ?? {}, stamp);
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

const endings = {
  none: { status: 'in_progress', outcome: 'unknown' },
  asked: { status: 'in_progress', outcome: 'unknown' },
  calling: { status: 'in_progress', outcome: 'unknown' },
  answered: { status: 'success', outcome: 'succeeded' },
  failed: { status: 'failed', outcome: 'failed' },
  interrupted: { status: 'failed', outcome: 'interrupted' },
} as const;

function describeSession({ sink, id, models, askedModel, state }: OpenCodeSession): void {
  const [model] = [...models].sort(([, a], [, b]) => b - a)[0] ?? [askedModel];
  sink.describe({ nativeId: id, modelId: model, ...endings[state], inferred: ['status'] });
}
