import type { FilePatch, TokenUsage } from '../../session/index.ts';
import type { AttachmentPart, CallResult } from '../assembly.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import { toolResult } from '../toolResult.ts';
import { hunksBetween, patchOfDiff } from '../unifiedDiff.ts';
import { blocksOf, type CursorRun, type CursorVerdict, emitBlocks, type Stamp } from './run.ts';

/** What `cursor-agent --output-format stream-json` prints, while it comes in. */
export class CursorStream {
  private readonly run: CursorRun;
  /** Pieces of a reply, or of thoughts, that is not whole yet. */
  private pieces: string[] = [];
  private kind: 'reply' | 'thought' = 'reply';
  private last: Stamp | undefined;
  /** The replies of the turn, whole. */
  private said: string[] = [];
  private readonly params = new Map<string, { name: string; args: JsonObject }>();
  private readonly closed = new Set<string>();
  private model: string | undefined;
  /** The `seq` of the usage of each request, whose end may be written again. */
  private readonly usages = new Map<string, number>();
  private isBegun = false;

  constructor(run: CursorRun) {
    this.run = run;
  }

  /** Undefined for a record of another kind. */
  take(record: JsonObject, stamp: Stamp): CursorVerdict | undefined {
    const { type, subtype } = record;
    if (type === 'system' && subtype === 'init') return this.begin(record);
    if (type === 'thinking') return this.takeThought(record, stamp);
    if (type === 'assistant') return this.takeReply(record, stamp);
    if (type === 'user') return this.takePrompt(record, stamp);
    if (type === 'tool_call') return this.takeCall(record, stamp);
    if (type === 'result') return this.takeEnd(record, stamp);
    return undefined;
  }

  /** Emits the pieces that will not be completed. At the end of a log more may still follow, so their position is uncertain. */
  settle(isEnd = false): void {
    const text = this.pieces.join('');
    const stamp = this.last === undefined || !isEnd ? this.last : { ...this.last, ref: undefined };
    this.pieces = [];
    if (text === '' || stamp === undefined) return;
    if (this.kind === 'thought') this.run.thinking({ ...stamp, text });
    else {
      this.said.push(text);
      this.run.emitReply(text, stamp, this.model);
    }
  }

  private begin(record: JsonObject): CursorVerdict {
    if (this.isBegun) return { ignored: 'repeated_init' };
    this.isBegun = true;
    this.model = field.text(record, 'model');
    this.run.cwd ??= field.text(record, 'cwd');
    return 'converted';
  }

  private takeThought(record: JsonObject, stamp: Stamp): CursorVerdict {
    if (this.kind !== 'thought') this.settle();
    this.kind = 'thought';
    const text = field.text(record, 'text') ?? '';
    if (text !== '') {
      this.pieces.push(text);
      this.last = stamp;
    }
    if (record.subtype !== 'completed') return { ignored: 'partial' };
    this.settle();
    this.kind = 'reply';
    return 'converted';
  }

  /** A text arrives complete, or in pieces followed by the complete text; at the end of a turn it may come once more. */
  private takeReply(record: JsonObject, stamp: Stamp): CursorVerdict {
    if (this.kind !== 'reply') this.settle();
    this.kind = 'reply';
    const blocks = blocksOf(field.object(record, 'message')?.content);
    const isText = blocks.every(({ type }) => type === 'text');
    const text = blocks.flatMap((block) => field.text(block, 'text') ?? []).join('');
    if (!isText) {
      this.settle();
      emitBlocks(this.run, 'assistant', blocks, stamp, this.model);
      return 'converted';
    }
    if (text === '') return { ignored: 'empty_message' };
    const isWhole = this.pieces.length > 0 && this.pieces.join('') === text;
    if (isWhole) {
      this.last = stamp;
      this.settle();
      return 'converted';
    }
    const isPiece = record.timestamp_ms !== undefined && record.model_call_id === undefined;
    if (isPiece) {
      this.pieces.push(text);
      this.last = stamp;
      return { ignored: 'partial' };
    }
    this.settle();
    if (this.isRepeated(text)) return { ignored: 'repeated_answer' };
    this.said.push(text);
    this.run.emitReply(text, stamp, this.model);
    return 'converted';
  }

  private isRepeated(text: string): boolean {
    return this.said.at(-1) === text || this.said.join('') === text;
  }

  private takePrompt(record: JsonObject, stamp: Stamp): CursorVerdict {
    this.settle();
    this.said = [];
    const blocks = blocksOf(field.object(record, 'message')?.content);
    if (blocks.length === 0) return { ignored: 'empty_message' };
    emitBlocks(this.run, 'user', blocks, stamp);
    return 'converted';
  }

  private takeCall(record: JsonObject, stamp: Stamp): CursorVerdict {
    this.settle();
    const id = field.text(record, 'call_id') ?? `call ${this.params.size}`;
    const [name, logged] = toolOf(fieldsOf(record.tool_call));
    const known = this.params.get(id);
    if (known === undefined) {
      const args = fieldsOf(logged.args);
      this.params.set(id, { name, args });
      this.run.openCall(name, args, stamp, id);
    } else if (record.subtype !== 'completed') return { ignored: 'repeated_call' };
    if (record.subtype !== 'completed') return 'converted';
    if (this.closed.has(id)) return { ignored: 'repeated_call' };
    this.closed.add(id);
    const args = known?.args ?? fieldsOf(logged.args);
    this.run.sink.closeCall(id, { ...resultOf(name, args, logged.result), at: stamp.at, ref: stamp.ref });
    this.params.set(id, { name, args: {} });
    return 'converted';
  }

  private takeEnd(record: JsonObject, stamp: Stamp): CursorVerdict {
    this.settle();
    const text = field.text(record, 'result') ?? '';
    const failed = record.is_error === true || (typeof record.subtype === 'string' && record.subtype !== 'success');
    this.run.state = failed ? 'failed' : 'answered';
    const { type: _, result: __, session_id: ___, usage: given, ...facts } = record;
    const { usage, rest } = readUsage(given);
    if (usage !== undefined) this.emitUsage(usage, record, stamp);
    const extensions = { result: rest === undefined ? facts : { ...facts, usage: rest } };
    if (failed) this.run.notice('error', text === '' ? 'The run failed' : text, stamp, { extensions });
    else {
      if (text.trim() !== '' && !this.isRepeated(text)) this.run.emitReply(text, stamp, this.model);
      const durationMs = field.number(record, 'duration_ms');
      const more = durationMs === undefined || durationMs < 0 ? {} : { durationMs };
      this.run.notice('info', 'Run ended', stamp, { ...more, extensions });
    }
    this.said = [];
    return 'converted';
  }

  /** Each end states the tokens of its own request; an end that is written again replaces them. */
  private emitUsage(usage: TokenUsage, record: JsonObject, stamp: Stamp): void {
    const request = field.text(record, 'request_id');
    const known = request === undefined ? undefined : this.usages.get(request);
    if (known !== undefined) {
      this.run.sink.amendUsage(known, usage);
      return;
    }
    const seq = this.run.usage({ ...stamp, usage, model: this.model });
    if (request !== undefined) this.usages.set(request, seq);
  }
}

const tokenKinds = [
  ['inputTokens', 'input'],
  ['outputTokens', 'output'],
  ['cacheReadTokens', 'cache_read'],
  ['cacheWriteTokens', 'cache_write'],
] as const;

/** The tokens of a request, where input counts no cache; `rest` is what has no meaning that is known, or is no count. */
function readUsage(given: unknown): { usage?: TokenUsage; rest?: unknown } {
  if (!isJsonObject(given)) return given === undefined ? {} : { rest: given };
  const usage: TokenUsage = {};
  const rest = { ...given };
  for (const [key, kind] of tokenKinds) {
    const count = field.number(given, key);
    if (count === undefined || !Number.isSafeInteger(count) || count < 0) continue;
    usage[kind] = count;
    delete rest[key];
  }
  const isCounted = Object.values(usage).some((count) => Number(count) > 0);
  return {
    ...(isCounted ? { usage } : {}),
    ...(Object.keys(rest).length === 0 ? {} : { rest }),
  };
}

/** A call stands under the name of its tool: `{shellToolCall: {args, result}}`, or as a function with its arguments. */
function toolOf(call: JsonObject): [name: string, logged: JsonObject] {
  const own = field.object(call, 'function');
  if (own !== undefined)
    return [field.text(own, 'name') ?? 'unknown', { args: argumentsOf(own), result: call.result ?? own.result }];
  const [key, logged] = Object.entries(call).find(([, value]) => isJsonObject(value)) ?? ['unknown', {}];
  const inner = isJsonObject(logged) ? logged : {};
  return key === 'mcpToolCall' ? servedTool(inner) : [key.replace(/ToolCall$/, ''), inner];
}

/** A server's tool: its server, its name and its own arguments stand among the arguments of the call. */
function servedTool(logged: JsonObject): [name: string, logged: JsonObject] {
  const args = fieldsOf(logged.args);
  const [server, own] = [field.text(args, 'providerIdentifier'), field.text(args, 'toolName')];
  const tool = own ?? field.text(args, 'name') ?? 'mcp';
  const name = server === undefined || own === undefined ? tool : `mcp__${server}__${own}`;
  return [name, { ...logged, args: field.object(args, 'args') ?? args }];
}

function argumentsOf(own: JsonObject): unknown {
  const { arguments: given } = own;
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    return { arguments: given };
  }
}

const refusals = new Set(['rejected', 'permissionDenied']);

/** The only field of a result gives the outcome of the call. */
function resultOf(name: string, args: JsonObject, result: unknown): CallResult {
  if (!isJsonObject(result)) {
    return toolResult(name, { outcome: 'unknown', text: result === undefined ? undefined : textOf(result) });
  }
  const [how = '', logged] = Object.entries(result)[0] ?? [];
  const facts = isJsonObject(logged) ? logged : {};
  const error = ['errorMessage', 'message', 'error', 'reason'].map((key) => field.text(facts, key)).find(Boolean);
  const worked = how === 'success' && facts.isError !== true;
  const outcome = worked ? 'succeeded' : refusals.has(how) ? 'denied' : 'failed';
  const { stdout, stderr, content, output, interleavedOutput, exitCode, diffString: _, diff: __, ...rest } = facts;
  const { beforeFullFileContent: ___, afterFullFileContent: ____, ...fields } = rest;
  const printed = [stdout, stderr].filter((each) => typeof each === 'string' && each !== '').join('\n');
  const text = [...contentTexts(content), output, interleavedOutput].find(
    (each) => typeof each === 'string' && each !== '',
  );
  const attachments = blocksOf(content).flatMap(imageOf);
  return toolResult(name, {
    outcome,
    text: typeof text === 'string' ? text : printed === '' ? error : printed,
    error: worked ? undefined : (error ?? (printed === '' && facts.isError !== true ? how : undefined)),
    patches: patchesOf(facts, args),
    ...(typeof exitCode === 'number' ? { exitCode } : {}),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(Object.keys(fields).length === 0 ? {} : { fields: { told: fields } }),
  });
}

/** What a tool gave back: a text, or the parts of a server's answer, `{text: {text}}`. */
function contentTexts(content: unknown): string[] {
  if (!Array.isArray(content)) return typeof content === 'string' ? [content] : [];
  const texts = content.filter(isJsonObject).map((part) => {
    const { text } = part;
    return isJsonObject(text) ? field.text(text, 'text') : field.text(part, 'text');
  });
  return [texts.filter((text) => text !== undefined).join('\n')];
}

function imageOf(part: JsonObject): AttachmentPart[] {
  const image = field.object(part, 'image');
  if (image === undefined) return [];
  return [{ kind: 'image', media_type: field.text(image, 'mimeType'), base64: field.text(image, 'data') }];
}

/** What an edit changed: its diff, or the whole file before and after it. */
function patchesOf(facts: JsonObject, args: JsonObject): FilePatch[] | undefined {
  const path = field.text(facts, 'path') ?? field.text(args, 'path');
  const diff = field.text(facts, 'diffString') ?? field.text(facts, 'diff');
  const { beforeFullFileContent: before, afterFullFileContent: after } = facts;
  if (path === undefined) return undefined;
  const isWhole = typeof before === 'string' && typeof after === 'string';
  if (!isWhole) return diff === undefined ? undefined : [patchOfDiff(path, diff)];
  const hunks = hunksBetween(before, after);
  return [{ path, change: 'modified', ...(hunks.length === 0 ? {} : { hunks }), before }];
}
