import type { SourceRef, TokenUsage } from '../../session/index.ts';
import type { Assembly, AttachmentPart, CallResult, SessionSink, SubSessionSink } from '../assembly.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, jsonText, textOf } from '../read/jsonObject.ts';
import { toolResult } from '../toolResult.ts';
import { mostFrequent, turnEndings } from '../turn.ts';
import type { EditorRecord } from './editorStore.ts';
import { CursorRun, type CursorVerdict, type Stamp } from './run.ts';

/** One conversation of the editor: a session, or the run of a subagent of another conversation. */
type Composer = { run: CursorRun; id: string; info: JsonObject; parent: string | undefined } & (
  | { is: 'session'; sink: SessionSink }
  | { is: 'subagent'; sink: SubSessionSink; root: string }
);

/** Where a message stands, with its own id. */
type BubbleStamp = Stamp & { nativeId: string | undefined };

/** Turns the composers of the editor's database into sessions. */
export class EditorSessions {
  /** Whether the database lists conversations that another store holds. */
  listsOthers = false;
  private readonly assembly: Assembly;
  /** Conversations that another store among the sources holds. */
  private readonly elsewhere: ReadonlyMap<string, string> | undefined;
  private readonly composers = new Map<string, Composer>();
  /** The session that is being converted: they come one after the other. */
  private current: SessionSink | undefined;

  constructor(assembly: Assembly, elsewhere: ReadonlyMap<string, string> | undefined) {
    this.assembly = assembly;
    this.elsewhere = elsewhere;
  }

  get count(): number {
    return this.composers.size;
  }

  take(record: EditorRecord, ref: SourceRef): CursorVerdict {
    if (record.is === 'passed') {
      if (record.why === 'listed_composer') this.listsOthers = true;
      return { ignored: record.why };
    }
    if (this.elsewhere?.has(record.id) === true) {
      this.listsOthers = true;
      return { ignored: 'in_database' };
    }
    const composer = this.composerOf(record.id, record.root);
    const { run } = composer;
    if (record.is === 'composer') {
      composer.info = describedInfo(record.info);
      composer.parent = record.parent;
      run.cwd ??= folderOf(record.info);
      for (const value of record.bubbles) emitBubble(run, value, stampOf(value, field.text(value, 'bubbleId'), ref));
      return 'converted';
    }
    const { value, bubble, isOlder } = record;
    let verdict: CursorVerdict = 'converted';
    const write = (): void => {
      verdict = emitBubble(run, value, stampOf(value, bubble, ref));
    };
    if (isOlder) run.leaveBehind(write);
    else write();
    return verdict;
  }

  describe(): void {
    for (const composer of this.composers.values()) describeComposer(composer);
  }

  private composerOf(id: string, root: string): Composer {
    // Records are accounted to the session requested last.
    const main = this.assembly.session(root);
    if (main !== this.current) {
      this.current?.complete();
      this.current = main;
    }
    const known = this.composers.get(id);
    if (known !== undefined) return known;
    const sink = id === root ? main : main.subSession(id);
    const common = { run: new CursorRun(sink), id, info: {}, parent: undefined };
    const composer: Composer =
      id === root
        ? { ...common, is: 'session', sink: main }
        : { ...common, is: 'subagent', sink: sink as SubSessionSink, root };
    this.composers.set(id, composer);
    return composer;
  }
}

/** What is read of a conversation: the rest of it, such as the code that it changed, may be large. */
function describedInfo(info: JsonObject): JsonObject {
  return Object.fromEntries(describedFields.flatMap((key) => (key in info ? [[key, info[key]]] : [])));
}

const describedFields = [
  ...['_v', 'unifiedMode', 'status', 'modelConfig', 'createdAt', 'lastUpdatedAt', 'lastSendTime', 'name', 'chatTitle'],
  'subagentInfo',
];

function describeComposer(composer: Composer): void {
  const { run, info, id } = composer;
  const { _v: version, unifiedMode, status } = info;
  const asked = field.text(fieldsOf(info.modelConfig), 'modelName');
  const ending = status === 'aborted' ? 'interrupted' : run.state;
  const kept = Object.entries({ version, unifiedMode, status }).filter(([, value]) => value !== undefined);
  const common = {
    // `default` names no model: the editor chose one.
    modelId: mostFrequent(run.models) ?? (asked === 'default' ? undefined : asked),
    environment: { cli: 'cursor', cwd: run.cwd },
    startedAt: timeOf(info.createdAt),
    endedAt: timeOf(info.lastUpdatedAt) ?? timeOf(info.lastSendTime),
    ...turnEndings[ending],
    ...(kept.length === 0 ? {} : { extensions: Object.fromEntries(kept) }),
  };
  if (composer.is === 'session') {
    const title = field.text(info, 'name') ?? field.text(info, 'chatTitle');
    composer.sink.describe({ ...common, nativeId: id, title: title || undefined, inferred: ['status'] });
    return;
  }
  const about = fieldsOf(info.subagentInfo);
  composer.sink.describe({
    ...common,
    agentId: id,
    agentType: field.text(about, 'subagentTypeName') ?? field.text(about, 'subagentType'),
    description: field.text(info, 'name'),
    triggeredBy: field.text(about, 'toolCallId'),
    parentNativeId: composer.parent === composer.root ? undefined : composer.parent,
    inferred: ['status'],
  });
}

function folderOf(info: JsonObject): string | undefined {
  const uri = fieldsOf(fieldsOf(info.workspaceIdentifier).uri);
  return field.text(uri, 'fsPath') ?? field.text(uri, 'path');
}

/** Times are ISO 8601 or milliseconds; smaller numbers count from the start of the program. */
function timeOf(value: unknown): number | string | undefined {
  if (typeof value === 'number') return value > 1e12 ? value : undefined;
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

function stampOf(bubble: JsonObject, nativeId: string | undefined, ref: SourceRef): BubbleStamp {
  const timing = fieldsOf(bubble.timingInfo);
  return { ref, nativeId, at: timeOf(bubble.createdAt) ?? timeOf(timing.clientStartTime) };
}

/** Kinds of bubbles that are known: text, a call, a thought. */
const knownCapabilities = new Set<unknown>([undefined, null, 0, 15, 30]);

function emitBubble(run: CursorRun, bubble: JsonObject, stamp: BubbleStamp): CursorVerdict {
  const { type } = bubble;
  const isUser = type === 1 || type === 'user';
  if (!isUser && type !== 2 && type !== 'ai') return keepUnknown(run, bubble, stamp, `bubble/${textOf(type)}`);
  const text = field.text(bubble, 'text') || field.text(bubble, 'rawText') || '';
  const isEmitted = isUser ? emitUser(run, bubble, text, stamp) : emitAgent(run, bubble, text, stamp);
  if (isEmitted) return 'converted';
  const kind = bubble.capabilityType;
  const isBare = knownCapabilities.has(kind) && (field.text(bubble, 'richText') ?? '') === '';
  return isBare
    ? { ignored: 'empty_message' }
    : keepUnknown(run, bubble, stamp, `bubble/${textOf(kind ?? 'rich text')}`);
}

function keepUnknown(run: CursorRun, raw: JsonObject, stamp: BubbleStamp, recordType: string): CursorVerdict {
  run.unknown({ ...stamp, recordType, raw });
  return 'unknown';
}

function emitUser(run: CursorRun, bubble: JsonObject, text: string, stamp: BubbleStamp): boolean {
  const attachments = field.objects(bubble, 'images').map(imageOf);
  if (text.trim() !== '') run.emitPrompt(text, stamp);
  if (attachments.length > 0) run.message({ ...stamp, role: 'user', text: '', attachments });
  return text.trim() !== '' || attachments.length > 0;
}

function imageOf(image: JsonObject): AttachmentPart {
  const data = field.text(image, 'data') ?? field.text(image, 'base64');
  return {
    kind: 'image',
    name: field.text(image, 'path') ?? field.text(image, 'uuid'),
    media_type: field.text(image, 'mimeType'),
    base64: data,
  };
}

/** One bubble may hold a thought, a text, a call with its result, an error and a count of tokens. */
function emitAgent(run: CursorRun, bubble: JsonObject, text: string, stamp: BubbleStamp): boolean {
  const model = field.text(fieldsOf(bubble.modelInfo), 'modelName') ?? field.text(bubble, 'modelType');
  const named = model === 'default' ? undefined : model;
  const thought = field.text(fieldsOf(bubble.thinking), 'text') ?? field.text(bubble, 'thinking') ?? '';
  const call = field.object(bubble, 'toolFormerData');
  const error = errorText(bubble.errorDetails);
  run.noteModel(named);
  if (thought.trim() !== '') {
    const duration_ms = field.number(bubble, 'thinkingDurationMs');
    run.thinking({ ...stamp, text: thought, ...(duration_ms === undefined ? {} : { extensions: { duration_ms } }) });
  }
  run.emitReply(text, stamp, named);
  if (call !== undefined) emitCall(run, call, stamp);
  if (error !== undefined) {
    run.state = 'failed';
    run.notice('api_error', error, stamp);
  }
  const usage = usageOf(bubble);
  if (usage !== undefined) run.usage({ ...stamp, usage, model: named });
  return [thought, text].some((each) => each.trim() !== '') || call !== undefined || error !== undefined;
}

/** In most messages both counts are 0, which says nothing. */
function usageOf(bubble: JsonObject): TokenUsage | undefined {
  const count = fieldsOf(bubble.tokenCount);
  const [input, output] = ['inputTokens', 'outputTokens'].map((key) => Math.max(0, field.number(count, key) ?? 0));
  return input === undefined || output === undefined || input + output === 0 ? undefined : { input, output };
}

function emitCall(run: CursorRun, logged: JsonObject, stamp: BubbleStamp): void {
  const name = field.text(logged, 'name') || `tool ${textOf(logged.tool ?? 'unknown')}`;
  const input = embedded(logged.rawArgs) ?? embedded(logged.params);
  const params = isJsonObject(input) ? input : input === undefined ? {} : { input };
  const id = field.text(logged, 'toolCallId');
  // An id that is repeated names no single call.
  const isNew = id !== undefined && id !== '' && !run.sink.hasCall(id);
  const { handle } = run.openCall(name, params, stamp, isNew ? id : undefined);
  const result = resultOf(name, logged);
  if (result !== undefined) run.sink.closeCall(handle, { ...result, ref: stamp.ref });
}

/** Undefined for a call that has no result yet. */
function resultOf(name: string, logged: JsonObject): CallResult | undefined {
  const { status, userDecision } = logged;
  const { result, isError } = unwrapped(embedded(logged.result));
  const fields = isJsonObject(result) ? result : {};
  const text = typeof result === 'string' ? result : (field.text(fields, 'output') ?? field.text(fields, 'contents'));
  const error = errorText(embedded(logged.error));
  const common = {
    text: text ?? (result === undefined ? undefined : textOf(result)),
    exitCode: field.number(fields, 'exitCode') ?? field.number(fields, 'exitCodeV2'),
    ...(error === undefined ? {} : { error }),
  };
  if (userDecision === 'rejected') return { ...common, outcome: 'denied', error: error ?? 'Rejected by the user' };
  if (status === 'cancelled') return { ...common, outcome: 'interrupted', error: error ?? 'Cancelled' };
  if (status === 'error' || (status === 'completed' && isError))
    return toolResult(name, { ...common, outcome: 'failed' });
  if (status === 'completed') return toolResult(name, { ...common, outcome: 'succeeded' });
  if (result === undefined && error === undefined) return undefined;
  return toolResult(name, { ...common, outcome: error === undefined ? 'unknown' : 'failed' });
}

/** The answer of a server's tool lies in an answer of the editor: its texts, and whether it says that it failed. */
function unwrapped(result: unknown): { result: unknown; isError: boolean } {
  const inner = isJsonObject(result) && Object.keys(result).length === 1 ? embedded(result.result) : undefined;
  if (!isJsonObject(inner) || !Array.isArray(inner.content)) return { result, isError: false };
  const parts = inner.content.filter(isJsonObject);
  const texts = parts.map((part) => field.text(part, 'text') ?? jsonText(part));
  return { result: texts.join('\n'), isError: inner.isError === true };
}

/** JSON inside a text; the text itself, if it is none. */
function embedded(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  if (value === '') return undefined;
  try {
    return JSON.parse(value) ?? undefined;
  } catch {
    return value;
  }
}

const errorKeys = ['clientVisibleErrorMessage', 'message', 'modelVisibleErrorMessage', 'error'];

function errorText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (!isJsonObject(value)) return textOf(value);
  const said = errorKeys.map((key) => field.text(value, key)).find((text) => text !== undefined && text !== '');
  return said ?? textOf(value);
}
