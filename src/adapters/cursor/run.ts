import type { NoticeKind, PlanItem, SourceRef } from '../../session/index.ts';
import type { ItemSink } from '../assembly.ts';
import type { Verdict } from '../contract.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import { toolResult } from '../toolResult.ts';
import type { TurnState } from '../turn.ts';
import type { IgnoreReason } from './detect.ts';

export type CursorVerdict = Verdict<IgnoreReason>;

/** Where a record stands. */
export interface Stamp {
  ref: SourceRef | undefined;
  at: number | string | undefined;
}

interface WaitingCall {
  handle: string | number;
  name: string;
}

/** A session, or a subagent's, while its records come in. */
export class CursorRun {
  readonly sink: ItemSink;
  state: TurnState = 'none';
  cwd: string | undefined;
  readonly models = new Map<string, number>();
  /** What the run was asked first, to find the call that started it. */
  firstPrompt: string | undefined;
  /** Calls that give work to another agent: their native ids, and what they ask. */
  readonly started: { id: string; prompt: string }[] = [];
  /** Calls whose result a transcript would contain, if it contained any. */
  private waiting: WaitingCall[] = [];
  /** One after the `seq` of the last item. */
  private next = 1;
  private calls = 0;

  constructor(sink: ItemSink) {
    this.sink = sink;
  }

  message(item: Parameters<ItemSink['message']>[0]): void {
    this.made(this.sink.message(item));
  }

  thinking(item: Parameters<ItemSink['thinking']>[0]): void {
    this.made(this.sink.thinking(item));
  }

  plan(item: Parameters<ItemSink['plan']>[0]): void {
    this.made(this.sink.plan(item));
  }

  unknown(item: Parameters<ItemSink['unknown']>[0]): void {
    this.made(this.sink.unknown(item));
  }

  /** Returns the `seq` by which the figures can be amended. */
  usage(item: Parameters<ItemSink['usage']>[0]): number {
    const seq = this.sink.usage(item);
    this.made(seq);
    return seq;
  }

  notice(kind: NoticeKind, text: string, stamp: Stamp, more: object = {}): void {
    this.made(this.sink.notice({ ...stamp, kind, text, ...more }));
  }

  /** Marks what is emitted meanwhile as left behind. */
  leaveBehind(write: () => void): void {
    const first = this.next;
    write();
    this.sink.abandon(Array.from({ length: this.next - first }, (_, index) => first + index));
  }

  private made(seq: number): void {
    this.next = seq + 1;
  }

  /** A person's prompt is inside a tag, next to what the program adds for the model. */
  emitPrompt(text: string, stamp: Stamp): void {
    const { asked, context, at } = splitPrompt(text);
    this.cwd ??= workspace.exec(context.slice(0, 20_000))?.[1]?.trim();
    const when = at === undefined ? {} : { at, inferred: ['at'] };
    if (context.trim() !== '')
      this.message({ ...stamp, ...when, role: 'system', origin: 'context', text: context.trim() });
    if (asked.trim() === '') return;
    this.firstPrompt ??= asked.trim();
    this.state = 'asked';
    this.message({ ...stamp, ...when, role: 'user', text: asked.trim() });
  }

  noteModel(model: string | undefined): void {
    if (model !== undefined) this.models.set(model, (this.models.get(model) ?? 0) + 1);
  }

  emitReply(text: string, stamp: Stamp, model?: string): void {
    if (text.trim() === '') return;
    this.state = 'answered';
    // The program removed the model's thoughts.
    if (text.trim() === '[REDACTED]') this.thinking({ ...stamp, text: undefined });
    else this.message({ ...stamp, role: 'assistant', text, model });
  }

  /** Opens a call under its own id, or a generated one if the log has none. */
  openCall(name: string, params: JsonObject, stamp: Stamp, nativeId?: string): WaitingCall {
    this.calls += 1;
    const prompt = field.text(params, 'prompt') ?? field.text(params, 'task');
    const delegates = /^(?:sub)?agent$|^task$/i.test(name);
    const seq = this.sink.openCall({
      ...stamp,
      name,
      params: { ...params },
      nativeId: nativeId ?? (delegates ? `call ${this.calls}` : undefined),
      description: field.text(params, 'description'),
      rawCommand: field.text(params, 'command'),
      subagent: delegates ? { subagent_type: agentTypeOf(params) ?? name } : undefined,
    });
    this.made(seq);
    const handle = nativeId ?? (delegates ? `call ${this.calls}` : seq);
    if (delegates) this.started.push({ id: String(handle), prompt: prompt?.trim() ?? '' });
    this.state = 'calling';
    const items = planOf(name, params);
    if (items.length > 0) this.plan({ ...stamp, items });
    return { handle, name };
  }

  /** Records a call that may get no result. */
  wait(call: WaitingCall): void {
    this.waiting.push(call);
  }

  /** A result that names its tool at most: it is assigned to the first matching call without one. */
  takeResult(name: string | undefined, text: string, stamp: Stamp): boolean {
    const named = this.waiting.findIndex((call) => call.name === name);
    const [call] = this.waiting.splice(named === -1 ? 0 : named, 1);
    if (call === undefined) return false;
    this.sink.closeCall(call.handle, {
      ...toolResult(call.name, { outcome: 'unknown', text, inferred: ['output'] }),
      at: stamp.at,
      ref: stamp.ref,
    });
    return true;
  }

  /** Closes calls without a result: it is only known that they were over when the next message came. */
  closeWaiting(): void {
    for (const { handle } of this.waiting) this.sink.closeCall(handle, { outcome: 'unknown' });
    this.waiting = [];
  }
}

/** Transcripts have the type as a text; streams have an object whose only key names it, `{custom: {name}}` one of the person's own. */
function agentTypeOf(params: JsonObject): string | undefined {
  const stated = field.text(params, 'subagent_type') ?? field.text(params, 'subagentType');
  const [key, more] = Object.entries(fieldsOf(params.subagentType))[0] ?? [];
  return stated ?? (isJsonObject(more) ? field.text(more, 'name') : undefined) ?? key;
}

const workspace = /Workspace Path:[ \t]{0,8}([^\n<]{1,1000})/;

const stamped = /<timestamp>([^<\n]{1,100})<\/timestamp>/;

/** A text without the tag is a prompt as a whole. Where the time of the prompt is known, it stands for the tag that states it. */
export function splitPrompt(whole: string): { asked: string; context: string; at: string | undefined } {
  const at = timeOf(stamped.exec(whole.slice(0, 20_000))?.[1]);
  const text = at === undefined ? whole : whole.replace(stamped, '');
  if (!text.includes('<user_query>') || !text.includes('</user_query>')) {
    const isContext = /^\s*<(?:user_info|system_reminder|external_links|attached_files)>/.test(text.slice(0, 200));
    return isContext ? { asked: '', context: text, at } : { asked: text, context: '', at };
  }
  const { inner, outer } = taken(text, '<user_query>', '</user_query>');
  return { asked: inner.map((each) => each.trim()).join('\n\n'), context: outer.join(''), at };
}

/** What stands between marks, and what around them. */
function taken(text: string, begin: string, end: string): { inner: string[]; outer: string[] } {
  const [inner, outer]: [string[], string[]] = [[], []];
  let at = 0;
  for (;;) {
    const from = text.indexOf(begin, at);
    const to = from === -1 ? -1 : text.indexOf(end, from);
    outer.push(text.slice(at, to === -1 ? undefined : from));
    if (to === -1) return { inner, outer };
    inner.push(text.slice(from + begin.length, to));
    at = to + end.length;
  }
}

/** `Friday, Sep 4, 2026, 10:12 AM (UTC-7)` as ISO 8601: local time to the minute, with its zone. */
export function timeOf(words: string | undefined): string | undefined {
  const parts =
    /([A-Z][a-z]{2})[a-z]{0,6} (\d{1,2}), (\d{4}),? (\d{1,2}):(\d{2}) ?([AP]M)? \(UTC([+-]\d{1,2})?(?::?(\d{2}))?\)/.exec(
      words ?? '',
    );
  const [, month = '', day = '', year = '', hour = '', minute = '', half, zone = '+0', more = '00'] = parts ?? [];
  const number = months.indexOf(month) + 1;
  if (parts === null || number === 0) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  const two = (value: number | string): string => String(value).padStart(2, '0');
  const offset = `${zone.startsWith('-') ? '-' : '+'}${two(zone.slice(1))}:${more}`;
  return `${year}-${two(number)}-${two(day)}T${two(hours)}:${minute}:00${offset}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function planOf(name: string, params: JsonObject): PlanItem[] {
  if (!/^(?:todo_?write|updatetodos|todo)$/i.test(name)) return [];
  return field.objects(params, 'todos').flatMap(({ content, status }): PlanItem[] => {
    const state = typeof status === 'string' ? status.toLowerCase().replace(/^todo_status_/, '') : '';
    // Neither done nor to be done: the call's arguments alone have it.
    if (state === 'cancelled') return [];
    const known = state === 'completed' || state === 'in_progress' ? state : 'pending';
    return [{ text: textOf(content ?? ''), status: known }];
  });
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** The blocks of a content: one text, or a list. */
export function blocksOf(content: unknown): JsonObject[] {
  const list = Array.isArray(content) ? content : [content];
  return list.filter(isGiven).map((each) => (isJsonObject(each) ? each : { type: 'text', text: textOf(each) }));
}

/** Converts a message's blocks, in the terms of transcripts (`tool_use`) and of the database (`tool-call`). */
export function emitBlocks(
  run: CursorRun,
  role: 'user' | 'assistant',
  blocks: readonly JsonObject[],
  stamp: Stamp,
  model?: string,
): void {
  if (role === 'user') {
    const text = blocks.flatMap((block) => (block.type === 'text' ? [field.text(block, 'text') ?? ''] : [])).join('\n');
    if (text.trim() !== '') run.emitPrompt(text, stamp);
  }
  for (const block of blocks) emitBlock(run, role, block, stamp, model);
}

function emitBlock(
  run: CursorRun,
  role: 'user' | 'assistant',
  block: JsonObject,
  stamp: Stamp,
  model: string | undefined,
): void {
  const { type } = block;
  switch (type) {
    case 'text':
      if (role === 'assistant') run.emitReply(field.text(block, 'text') ?? '', stamp, model);
      return;
    case 'thinking':
    case 'reasoning': {
      const text = field.text(block, 'thinking') ?? field.text(block, 'text') ?? '';
      run.thinking({ ...stamp, text: text.trim() === '' || text.trim() === '[REDACTED]' ? undefined : text });
      return;
    }
    case 'redacted-reasoning':
      run.thinking({ ...stamp, text: undefined });
      return;
    case 'tool_use':
    case 'tool_call':
    case 'tool-call':
      emitCall(run, block, stamp);
      return;
    case 'tool_result':
    case 'tool-result':
      if (emitResult(run, block, stamp)) return;
      break;
    case 'image':
    case 'file': {
      const data = field.text(block, 'data') ?? field.text(block, 'image');
      const media_type = field.text(block, 'mediaType') ?? field.text(block, 'mimeType');
      const kind = type === 'image' ? 'image' : 'file';
      run.message({
        ...stamp,
        role,
        text: '',
        attachments: [{ kind, media_type, name: field.text(block, 'filename'), base64: data }],
      });
      return;
    }
  }
  run.unknown({ ...stamp, recordType: `block/${textOf(type)}`, raw: block });
}

function emitCall(run: CursorRun, block: JsonObject, stamp: Stamp): void {
  const id = field.text(block, 'toolCallId') ?? field.text(block, 'id');
  const name = field.text(block, 'toolName') ?? field.text(block, 'name') ?? 'unknown';
  const input = block.args ?? block.input;
  const params = isJsonObject(input) ? input : input === undefined ? {} : { input };
  const call = run.openCall(name, params, stamp, id);
  if (id === undefined) run.wait(call);
}

/** False for a result without a known call. */
function emitResult(run: CursorRun, block: JsonObject, stamp: Stamp): boolean {
  const id = field.text(block, 'toolCallId') ?? field.text(block, 'tool_use_id');
  const name = field.text(block, 'toolName') ?? field.text(block, 'name');
  const text = resultText(block.result ?? block.content ?? block.experimental_content);
  if (id === undefined || !run.sink.hasCall(id)) return run.takeResult(name, text, stamp);
  const failed = block.isError === true || block.is_error === true;
  // The database states no outcome, except by a text that begins this way.
  const isError = failed || /^(?:Error|error):/.test(text.slice(0, 20));
  const result = toolResult(name ?? 'unknown', {
    outcome: isError ? 'failed' : 'unknown',
    text,
    ...(isError && !failed ? { inferred: ['outcome'] } : {}),
  });
  run.sink.closeCall(id, { ...result, at: stamp.at, ref: stamp.ref });
  return true;
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return isGiven(content) ? textOf(content) : '';
  return content
    .filter(isGiven)
    .map((each) => (isJsonObject(each) ? (field.text(each, 'text') ?? textOf(each)) : textOf(each)))
    .join('\n');
}
