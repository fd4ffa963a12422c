import type { FilePatch, NoticeKind, Outcome, PlanItem, SourceRef, TokenUsage } from '../../session/index.ts';
import type { AttachmentPart, SessionSink, SubSessionSink } from '../assembly.ts';
import { field, isJsonObject, type JsonObject, jsonText, textOf } from '../read/jsonObject.ts';
import { toolResult } from '../toolResult.ts';
import { hunksBetween } from '../unifiedDiff.ts';

/** Where an item stands. */
export interface KimiStamp {
  ref: SourceRef | undefined;
  at: number | undefined;
}

/** A text or a call that comes in pieces. */
type Pending =
  | { is: 'text' | 'think'; text: string; stamp: KimiStamp }
  | { is: 'call'; id: string | undefined; name: string; json: string; stamp: KimiStamp };

/** A tool's result; a note is only for the model. */
interface KimiResult {
  isError: boolean | undefined;
  text: string;
  display: readonly JsonObject[];
  note?: string | undefined;
}

/** What became of a run, as its last records say. */
export type KimiState = 'none' | 'asked' | 'answered' | 'failed' | 'interrupted';

const plans = new Set(['SetTodoList', 'TodoList', 'TodoWrite']);

/** The session's own run, or that of a subagent, while its records come in. */
export class KimiRun {
  readonly sink: SessionSink | SubSessionSink;
  /** Calls without a result. */
  readonly open = new Map<string, { name: string; params: JsonObject; stopped?: KimiStamp }>();
  /** The person's decision about calls that were not allowed. */
  readonly refused = new Map<string, Outcome>();
  /** Permission questions by id: the call each concerns. */
  readonly asked = new Map<string, string>();
  /** Texts already emitted as prompts, which may be repeated. */
  readonly recentTexts: string[] = [];
  state: KimiState = 'none';
  model: string | undefined;
  usage: string | undefined;
  private pending: Pending | undefined;

  constructor(sink: SessionSink | SubSessionSink) {
    this.sink = sink;
  }

  message(
    role: 'user' | 'assistant' | 'system',
    content: unknown,
    stamp: KimiStamp,
    origin?: 'queued' | 'context' | 'system',
  ): void {
    this.flush();
    const { text, attachments } = contentText(content);
    this.sink.message({
      ...stamp,
      role,
      text,
      ...(origin === undefined ? {} : { origin }),
      ...(attachments.length === 0 ? {} : { attachments }),
    });
    if (role !== 'user') return;
    this.recentTexts.push(text);
    if (this.recentTexts.length > 16) this.recentTexts.shift();
    this.state = 'asked';
  }

  notice(kind: NoticeKind, text: string, stamp: KimiStamp, more: object = {}): void {
    this.flush();
    this.sink.notice({ ...stamp, kind, text, ...more });
  }

  /** A piece of what the model says or thinks: pieces of one kind are one text. */
  part(part: JsonObject, stamp: KimiStamp): boolean {
    const kind = part.type === 'think' ? 'think' : part.type === 'text' ? 'text' : undefined;
    if (kind === undefined) {
      this.flush();
      const { attachments } = contentText([part]);
      if (attachments.length === 0) return false;
      this.sink.message({ ...stamp, role: 'assistant', text: '', attachments });
      return true;
    }
    const text = field.text(part, kind) ?? '';
    const { pending } = this;
    if (pending?.is === kind) {
      pending.text += text;
      pending.stamp = { at: pending.stamp.at, ref: spanOf(pending.stamp.ref, stamp.ref) };
    } else {
      this.flush();
      this.pending = { is: kind, text, stamp };
    }
    this.state = 'answered';
    return true;
  }

  beginCall(id: string | undefined, name: string, json: string, stamp: KimiStamp): void {
    this.flush();
    this.pending = { is: 'call', id, name, json, stamp };
  }

  /** More of the arguments of the call begun last; false if there was none. */
  continueCall(json: string, stamp: KimiStamp): boolean {
    const { pending } = this;
    if (pending?.is !== 'call') return false;
    pending.json += json;
    pending.stamp = { at: pending.stamp.at, ref: spanOf(pending.stamp.ref, stamp.ref) };
    return true;
  }

  openCall(id: string | undefined, name: string, params: JsonObject, stamp: KimiStamp, description?: string): void {
    this.flush();
    const rawCommand = name === 'Bash' || name === 'Shell' ? field.text(params, 'command') : undefined;
    const about = description ?? field.text(params, 'description');
    const delegates = name === 'Agent' || name === 'Task';
    const type = delegates ? (field.text(params, 'subagent_type') ?? field.text(params, 'subagent_name')) : undefined;
    const subagent = type === undefined ? undefined : { subagent_type: type };
    this.sink.openCall({
      ...stamp,
      nativeId: id,
      name,
      params: { ...params },
      rawCommand,
      description: about,
      subagent,
    });
    if (id !== undefined) this.open.set(id, { name, params });
    this.state = 'asked';
  }

  closeCall(id: string, logged: KimiResult, stamp: KimiStamp): void {
    this.flush();
    const { name = 'unknown', params = {} } = this.open.get(id) ?? {};
    const refused =
      this.refused.get(id) ??
      (logged.isError === true && denied.test(logged.text.slice(0, 300)) ? 'denied' : undefined);
    const outcome =
      logged.isError === true ? (refused ?? 'failed') : logged.isError === false ? 'succeeded' : 'unknown';
    const patches = logged.display.flatMap(patchOf);
    const result = toolResult(name, {
      outcome,
      ...(logged.text === '' ? {} : { text: logged.text }),
      ...(patches.length === 0 ? {} : { patches }),
      ...(logged.note === undefined ? {} : { fields: { note: logged.note } }),
      ...(refused !== undefined && !this.refused.has(id) ? { inferred: ['outcome'] } : {}),
    });
    this.sink.closeCall(id, { ...result, at: stamp.at, ref: stamp.ref });
    this.open.delete(id);
    this.refused.delete(id);
    const items = plans.has(name) && result.outcome === 'succeeded' ? planOf(params) : [];
    if (items.length > 0) this.sink.plan({ ...stamp, items, nativeCallId: id });
  }

  /** The turn was stopped: what is open will hardly get an answer. */
  stop(stamp: KimiStamp): void {
    this.flush();
    this.state = 'interrupted';
    for (const call of this.open.values()) call.stopped ??= stamp;
  }

  /** Closes the calls that a stop left open: one that waited to be allowed never ran. */
  settle(): void {
    const waiting = new Set(this.asked.values());
    for (const [id, { stopped }] of this.open) {
      if (stopped === undefined) continue;
      const ending = waiting.has(id)
        ? { outcome: 'cancelled' as const, error: 'It never began' }
        : { outcome: 'interrupted' as const, error: 'Interrupted' };
      this.sink.closeCall(id, { ...ending, at: stopped.at, inferred: ['outcome'] });
      this.open.delete(id);
    }
  }

  /** Input counts no cache. */
  emitUsage(raw: JsonObject, stamp: KimiStamp): boolean {
    this.flush();
    const number = (...keys: string[]): number | undefined =>
      keys.map((key) => field.number(raw, key)).find((each) => each !== undefined && each >= 0);
    const usage: TokenUsage = {};
    const kinds = [
      ['input', number('input_other', 'inputOther')],
      ['output', number('output')],
      ['cache_read', number('input_cache_read', 'inputCacheRead')],
      ['cache_write', number('input_cache_creation', 'inputCacheCreation')],
    ] as const;
    for (const [kind, value] of kinds) if (value !== undefined) usage[kind] = value;
    this.usage = jsonText(usage);
    if (!Object.values(usage).some((value) => Number(value) > 0)) return false;
    this.sink.usage({ ...stamp, usage, model: this.model });
    return true;
  }

  /** Whether these tokens are those emitted last. */
  repeatsUsage(raw: JsonObject): boolean {
    const same = ['input', 'output', 'cache_read', 'cache_write'].map((kind, at) => {
      const key = ['inputOther', 'output', 'inputCacheRead', 'inputCacheCreation'][at] as string;
      const value = field.number(raw, key);
      return value === undefined ? [] : [[kind, value]];
    });
    return this.usage === jsonText(Object.fromEntries(same.flat()));
  }

  /** Emits what came in pieces. `isEnd`: the log may have been cut off before the rest, so the position is omitted. */
  flush(isEnd = false): void {
    const { pending } = this;
    this.pending = undefined;
    if (pending === undefined) return;
    const stamp = isEnd ? { ...pending.stamp, ref: undefined } : pending.stamp;
    if (pending.is === 'call') {
      this.openCall(pending.id, pending.name, argumentsOf(pending.json), stamp);
      return;
    }
    const { text } = pending;
    if (pending.is === 'think') this.sink.thinking({ ...stamp, text: text.trim() === '' ? undefined : text });
    else if (text.trim() !== '') this.sink.message({ ...stamp, role: 'assistant', text, model: this.model });
  }
}

const denied = /\b(?:rejected|denied|declined) by (?:the )?user\b/i;

/** From the beginning of the first to the end of the second. */
function spanOf(first: SourceRef | undefined, last: SourceRef | undefined): SourceRef | undefined {
  if (first === undefined || last === undefined) return undefined;
  return {
    ...first,
    byte_length: Math.max(first.byte_length, last.byte_offset + last.byte_length - first.byte_offset),
  };
}

function argumentsOf(json: string): JsonObject {
  if (json.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return isJsonObject(value) ? value : { arguments: value };
  } catch {
    return { arguments: json };
  }
}

/** A text, or parts: texts and pictures. What is neither stays as its JSON. */
export function contentText(content: unknown): { text: string; attachments: AttachmentPart[] } {
  if (typeof content === 'string') return { text: content, attachments: [] };
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : [];
  const attachments: AttachmentPart[] = [];
  const texts = parts.flatMap((part): string[] => {
    if (typeof part.text === 'string') return [part.text];
    const kind = textOf(part.type ?? '');
    const url = field.text(isJsonObject(part[kind]) ? (part[kind] as JsonObject) : {}, 'url');
    const [, media, base64] = /^data:([\w/+.-]{1,80});base64,(.*)$/s.exec(url ?? '') ?? [];
    if (kind === 'image_url' || kind === 'video_url' || kind === 'audio_url') {
      attachments.push({
        kind: kind === 'image_url' ? 'image' : 'file',
        ...(media === undefined ? { name: url } : { media_type: media, base64 }),
      });
      return [];
    }
    return kind === 'think' ? [] : [jsonText(part)];
  });
  return { text: texts.join('\n'), attachments };
}

/** A change is shown as the text before and after. */
function patchOf(block: JsonObject): FilePatch[] {
  const [path, before, after] = [
    field.text(block, 'path'),
    field.text(block, 'old_text'),
    field.text(block, 'new_text'),
  ];
  if (block.type !== 'diff' || path === undefined || before === undefined || after === undefined) return [];
  if (before === '') return [{ path, change: 'added', hunks: hunksBetween('', after) }];
  return [{ path, change: 'modified', hunks: hunksBetween(before, after, field.number(block, 'old_start') ?? 1) }];
}

const doing: Readonly<Record<string, PlanItem['status']>> = {
  pending: 'pending',
  in_progress: 'in_progress',
  done: 'completed',
  completed: 'completed',
};

function planOf(params: JsonObject): PlanItem[] {
  return field.objects(params, 'todos').flatMap((todo): PlanItem[] => {
    const text = field.text(todo, 'title') ?? field.text(todo, 'content');
    return text === undefined ? [] : [{ text, status: doing[textOf(todo.status ?? '')] ?? 'pending' }];
  });
}
