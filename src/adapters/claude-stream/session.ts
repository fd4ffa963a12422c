import type { Outcome, SessionStatus, TokenUsage } from '../../session/index.ts';
import type { Assembly } from '../assembly.ts';
import { Conversation, type RecordStamp } from '../claude-code/conversation.ts';
import type { Run } from '../claude-code/run.ts';
import type { Verdict } from '../contract.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import type { IgnoreReason } from './detect.ts';

export type StreamVerdict = Verdict<IgnoreReason>;

/** One session of a stream. */
export class StreamSession {
  readonly conversation: Conversation;
  readonly id: string;
  readonly totals = new RunTotals();
  readonly partial = new PartialReply();
  /** The last message of the session's own agent. */
  lastText: string | undefined;
  /** Whether the session's settings were already emitted. */
  begun = false;
  /** Whether a record says how the last run ended. */
  ended = false;

  constructor(assembly: Assembly, names: readonly string[], id: string) {
    this.id = id;
    this.conversation = new Conversation(assembly, names, { key: id || 'session' });
  }

  /** The run of a record: a subagent's records name the call that started it. */
  runOf(record: JsonObject): Run {
    const callId = field.text(record, 'parent_tool_use_id');
    if (callId === undefined || callId === '') return this.conversation.main;
    if (!this.conversation.subagents.has(callId)) {
      this.conversation.unnamed.add(callId);
      this.conversation.links.note(callId, callId, 'meta');
    }
    return this.conversation.subagent(callId).run;
  }
}

/** A block of a reply of which only pieces have come. */
interface Block {
  type: string;
  name: string | undefined;
  id: string | undefined;
  pieces: string[];
  stamp: RecordStamp;
}

/** Collects the pieces of the reply being streamed, in case the log ends before it is complete. */
class PartialReply {
  private readonly blocks = new Map<Run, Block>();

  note(run: Run, record: JsonObject, stamp: RecordStamp): void {
    const event = fieldsOf(record.event);
    const block = field.object(event, 'content_block');
    const delta = fieldsOf(event.delta);
    if (event.type === 'content_block_start' && block !== undefined) {
      const [type, name, id] = [field.text(block, 'type') ?? '', field.text(block, 'name'), field.text(block, 'id')];
      this.blocks.set(run, { type, name, id, pieces: [], stamp });
    }
    const piece = field.text(delta, 'text') ?? field.text(delta, 'thinking') ?? field.text(delta, 'partial_json');
    if (piece !== undefined) this.blocks.get(run)?.pieces.push(piece);
  }

  /** The complete reply arrived: its pieces are not needed. */
  whole(run: Run): void {
    this.blocks.delete(run);
  }

  /** Keeps what was never completed. */
  end(): void {
    for (const [run, { type, name, id, pieces, stamp }] of this.blocks) {
      const text = pieces.join('');
      if (text === '' && name === undefined) continue;
      if (type === 'thinking') run.thinking({ ...stamp, text });
      else if (name === undefined) run.message({ ...stamp, role: 'assistant', text, extensions: { partial: true } });
      else if (id === undefined || !run.sink.hasCall(id)) {
        run.openCall({ ...stamp, nativeId: id, name, params: { partial_input: text }, extensions: { partial: true } });
      }
    }
    this.blocks.clear();
  }
}

const kinds = ['input', 'output', 'cache_read', 'cache_write'] as const;

const messageNames = {
  input: 'input_tokens',
  output: 'output_tokens',
  cache_read: 'cache_read_input_tokens',
  cache_write: 'cache_creation_input_tokens',
} as const;
const modelNames = {
  input: 'inputTokens',
  output: 'outputTokens',
  cache_read: 'cacheReadInputTokens',
  cache_write: 'cacheCreationInputTokens',
} as const;

function readTokens(raw: JsonObject, names: Readonly<Record<(typeof kinds)[number], string>>): TokenUsage {
  const usage: TokenUsage = {};
  for (const kind of kinds) {
    const value = field.number(raw, names[kind]);
    if (value !== undefined && value >= 0) usage[kind] = value;
  }
  return usage;
}

function combine(a: TokenUsage, b: TokenUsage, how: (x: number, y: number) => number): TokenUsage {
  const both = kinds.filter((kind) => a[kind] !== undefined || b[kind] !== undefined);
  return Object.fromEntries(both.map((kind) => [kind, how(a[kind] ?? 0, b[kind] ?? 0)]));
}

const plus = (x: number, y: number): number => x + y;
const minus = (x: number, y: number): number => Math.max(0, x - y);

/** Adds up messages whose records repeat the usage so far: the largest of each counts. */
class MessageSum {
  private settled: TokenUsage = {};
  private current: { id: string; usage: TokenUsage } | undefined;

  note(id: string, usage: TokenUsage): void {
    if (this.current?.id === id) this.current.usage = combine(this.current.usage, usage, Math.max);
    else {
      this.settled = this.sum();
      this.current = { id, usage };
    }
  }

  sum(): TokenUsage {
    return combine(this.settled, this.current?.usage ?? {}, plus);
  }
}

/**
 * The tokens and the end of a session's runs. The usage in a reply covers only what had come when the reply began; the cost of a run is
 * stated at its end: by model, including subagents, and added up over the runs of one process.
 */
class RunTotals {
  models: JsonObject | undefined;
  /** Duration of the runs according to their results; the stream has no clock. */
  durationMs: number | undefined;
  private readonly own = new MessageSum();
  private readonly subagents = new MessageSum();
  /** Of processes that have ended. */
  private before: { usage: TokenUsage; cost: number } = { usage: {}, cost: 0 };
  private process: { usage: TokenUsage; cost: number } | undefined;
  /** Of results without usage by model: each covers only its run. */
  private runs: TokenUsage | undefined;
  /** Usage emitted apart from the replies. */
  private rest: TokenUsage = {};
  private last: { status: SessionStatus; outcome: Outcome } | undefined;

  noteMessage(whose: 'own' | 'subagents', message: JsonObject): void {
    const usage = field.object(message, 'usage');
    if (usage !== undefined) this[whose].note(textOf(message.id), readTokens(usage, messageNames));
  }

  noteResult(record: JsonObject): void {
    const cost = field.number(record, 'total_cost_usd') ?? field.number(record, 'cost_usd') ?? 0;
    const models = field.object(record, 'modelUsage');
    const all = Object.values(models ?? {}).filter(isJsonObject);
    const usage = all.map((each) => readTokens(each, modelNames)).reduce((sum, each) => combine(sum, each, plus), {});
    if (this.process !== undefined && cost < this.process.cost) {
      const { usage: spent, cost: paid } = this.process;
      this.before = { usage: combine(this.before.usage, spent, plus), cost: this.before.cost + paid };
    }
    this.process = { usage, cost };
    if (all.length > 0) this.models = models;
    const stated = field.object(record, 'usage');
    if (all.length === 0 && stated !== undefined) {
      this.runs = combine(this.runs ?? {}, readTokens(stated, messageNames), plus);
    }
    const tookMs = durationOf(record);
    if (tookMs !== undefined) this.durationMs = (this.durationMs ?? 0) + tookMs;
    const failed = record.is_error === true || textOf(record.subtype).startsWith('error');
    this.last = failed ? { status: 'failed', outcome: 'failed' } : { status: 'success', outcome: 'succeeded' };
  }

  ending(): { status: SessionStatus; outcome: Outcome } | undefined {
    return this.last;
  }

  /** Usage of the session's own run; undefined if only the sum of its replies is known. */
  usage(): TokenUsage | undefined {
    const { process, before } = this;
    if (process === undefined) return undefined;
    const cost = before.cost + process.cost;
    const stated = combine(before.usage, process.usage, plus);
    const own = Object.keys(stated).length > 0 ? combine(stated, this.subagents.sum(), minus) : this.ownRuns();
    return cost > 0 ? { ...own, cost_usd: cost } : own;
  }

  /**
   * The tokens of the session's own run that none of its replies had, since the last request; undefined if there are none. With them, the
   * responses add up to the run's own total.
   */
  takeRest(): TokenUsage | undefined {
    const { cost_usd: _, ...whole } = this.usage() ?? {};
    const rest = combine(whole, combine(this.own.sum(), this.rest, plus), minus);
    const left = kinds.filter((kind) => (rest[kind] ?? 0) > 0);
    if (left.length === 0) return undefined;
    this.rest = combine(this.rest, rest, plus);
    return Object.fromEntries(left.map((kind) => [kind, rest[kind]]));
  }

  private ownRuns(): TokenUsage {
    return combine(this.own.sum(), this.runs ?? {}, Math.max);
  }
}

/** How long a result says that its run took, in milliseconds. */
export function durationOf(result: JsonObject): number | undefined {
  const ms = field.number(result, 'duration_ms');
  return ms !== undefined && ms >= 0 ? ms : undefined;
}
