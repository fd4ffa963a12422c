import type { SourceRef, TokenUsage } from '../../session/index.ts';
import { NumberColumn } from '../../session/internal.ts';
import { defined } from '../assemble/fields.ts';
import type { ItemSink } from '../assembly.ts';
import { IdTable } from '../idTable.ts';
import { field, type JsonObject } from '../read/jsonObject.ts';

/** Token counts of a response: the kinds that add up. */
const usageKinds = ['input', 'output', 'cache_read', 'cache_write'] as const;

/** Tokens of responses already counted, by message id; shared by all runs of a source. */
export class CountedUsage {
  private readonly ids = new IdTable();
  /** Four numbers per response. */
  private readonly tokens = new NumberColumn('wide');

  get(id: string): TokenUsage | undefined {
    const number = this.ids.find(id);
    if (number === undefined) return undefined;
    const at = number * usageKinds.length;
    return Object.fromEntries(usageKinds.map((kind, index) => [kind, this.tokens.get(at + index)]));
  }

  set(id: string, usage: TokenUsage): void {
    const at = this.ids.add(id) * usageKinds.length;
    for (const [index, kind] of usageKinds.entries()) this.tokens.set(at + index, usage[kind] ?? 0);
  }
}

/** A model response that may have more records. */
interface Response {
  key: string;
  /** Its own id; absent in some logs. */
  id: string | undefined;
  usage: TokenUsage;
  model: string | undefined;
  at: string | undefined;
  ref: SourceRef;
  stopReason: string | undefined;
  requestId: string | undefined;
  tier: string | undefined;
}

/**
 * Counts each response once. Every record of a response repeats its usage, which grows while it streams: the largest counts. Usage is
 * emitted when the next response begins; if an earlier response grows after that, the rest follows.
 */
export class UsageTracker {
  private readonly sink: Pick<ItemSink, 'usage'>;
  private readonly counted: CountedUsage;
  private current: Response | undefined;

  constructor(sink: Pick<ItemSink, 'usage'>, counted: CountedUsage) {
    this.sink = sink;
    this.counted = counted;
  }

  /** Emits the usage of the previous response; called before a record's own items are made. */
  turnTo(message: JsonObject, ref: SourceRef): void {
    if (this.current !== undefined && this.current.key !== keyOf(message, ref)) this.give(true);
  }

  note(record: JsonObject, message: JsonObject, ref: SourceRef): void {
    const raw = field.object(message, 'usage');
    if (raw === undefined) return;
    this.turnTo(message, ref);
    const key = keyOf(message, ref);
    const usage = readUsage(raw);
    const before = this.current;
    if (before !== undefined && total(before.usage) > total(usage)) return;
    this.current = {
      key,
      id: field.text(message, 'id'),
      usage,
      model: field.text(message, 'model'),
      at: field.text(record, 'timestamp'),
      ref,
      stopReason: field.text(message, 'stop_reason') ?? before?.stopReason,
      requestId: field.text(record, 'requestId'),
      tier: field.text(raw, 'service_tier'),
    };
  }

  /** Emits the usage of the response that the conversation has moved on from. */
  flush(): void {
    this.give(true);
  }

  /** At the end of a growing log, records of the response may be missing: its usage then has no position. */
  end(): void {
    this.give(false);
  }

  /** The tokens of the response not emitted yet, as far as known. */
  toCome(): TokenUsage | undefined {
    return this.current === undefined ? undefined : this.uncounted(this.current);
  }

  private uncounted({ key, usage }: Response): TokenUsage {
    const before = this.counted.get(key);
    return before === undefined ? usage : growth(before, usage);
  }

  private give(whole: boolean): void {
    const { current } = this;
    this.current = undefined;
    if (current === undefined) return;
    const more = this.uncounted(current);
    if (total(more) === 0) return;
    this.counted.set(current.key, current.usage);
    const { requestId, stopReason, tier } = current;
    this.sink.usage({
      at: current.at,
      ref: whole ? current.ref : undefined,
      nativeId: current.id,
      model: current.model,
      usage: more,
      extensions: defined({ request_id: requestId, stop_reason: stopReason, service_tier: tier }),
    });
  }
}

function keyOf(message: JsonObject, ref: SourceRef): string {
  return field.text(message, 'id') ?? `${ref.source}:${ref.byte_offset}`;
}

/** `input_tokens` excludes the cache: the kinds are separate, as the standard requires. */
function readUsage(raw: JsonObject): TokenUsage {
  const usage: TokenUsage = {};
  for (const [kind, key] of fields) {
    const value = field.number(raw, key);
    if (value !== undefined && value >= 0) usage[kind] = value;
  }
  const details = field.object(raw, 'output_tokens_details');
  const reasoning = details === undefined ? undefined : field.number(details, 'thinking_tokens');
  if (reasoning !== undefined && reasoning >= 0) usage.reasoning = reasoning;
  return usage;
}

const fields = [
  ['input', 'input_tokens'],
  ['output', 'output_tokens'],
  ['cache_read', 'cache_read_input_tokens'],
  ['cache_write', 'cache_creation_input_tokens'],
] as const;

function total(usage: TokenUsage): number {
  return usageKinds.reduce((sum, kind) => sum + (usage[kind] ?? 0), 0);
}

function growth(before: TokenUsage, now: TokenUsage): TokenUsage {
  return Object.fromEntries(
    usageKinds
      .map((kind) => [kind, Math.max(0, (now[kind] ?? 0) - (before[kind] ?? 0))] as const)
      .filter(([, by]) => by > 0),
  );
}
