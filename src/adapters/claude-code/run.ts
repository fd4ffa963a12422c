import type { ItemSink } from '../assembly.ts';
import { field, type JsonObject } from '../read/jsonObject.ts';
import { Settings } from './facts.ts';
import { RecordIndex } from './recordIndex.ts';
import type { OpenCall } from './results/fields.ts';
import type { CountedUsage } from './usage.ts';
import { UsageTracker } from './usage.ts';

/** Where the conversation of a run stands. */
type Turn = 'none' | 'asked' | 'calling' | 'answered' | 'interrupted' | 'api_error';

type Items = Pick<ItemSink, 'message' | 'thinking' | 'plan' | 'notice' | 'unknown' | 'openCall'>;

/** One run of an agent, the session's own or a subagent's, while its records come in. */
export class Run implements Items {
  readonly sink: ItemSink;
  readonly index = new RecordIndex();
  readonly settings: Settings;
  readonly usage: UsageTracker;
  readonly openCalls = new Map<string | number, OpenCall>();
  /** Number of replies by model. */
  readonly models = new Map<string, number>();
  turn: Turn = 'none';
  /** Times of the first and the last record. */
  firstAt: string | undefined;
  lastAt: string | undefined;
  /** `seq` of the last item. */
  lastSeq = 0;
  /** A command with arguments, until it is known whether it asks the model or only prints something. */
  command: string | undefined;
  /** The first text that the run was given. */
  firstPrompt: string | undefined;

  constructor(sink: ItemSink, counted: CountedUsage, settings = new Settings()) {
    this.sink = sink;
    this.settings = settings;
    this.usage = new UsageTracker({ usage: (item) => this.noted(sink.usage(item)) }, counted);
  }

  message(item: Parameters<ItemSink['message']>[0]): number {
    return this.noted(this.sink.message(item));
  }

  thinking(item: Parameters<ItemSink['thinking']>[0]): number {
    return this.noted(this.sink.thinking(item));
  }

  plan(item: Parameters<ItemSink['plan']>[0]): number {
    return this.noted(this.sink.plan(item));
  }

  notice(item: Parameters<ItemSink['notice']>[0]): number {
    return this.noted(this.sink.notice(item));
  }

  unknown(item: Parameters<ItemSink['unknown']>[0]): number {
    return this.noted(this.sink.unknown(item));
  }

  openCall(start: Parameters<ItemSink['openCall']>[0]): number {
    return this.noted(this.sink.openCall(start));
  }

  /** The model with the most replies. */
  get mainModel(): string | undefined {
    let best: string | undefined;
    for (const [model, replies] of this.models) {
      if (best === undefined || replies > (this.models.get(best) ?? 0)) best = model;
    }
    return best;
  }

  private noted(seq: number): number {
    this.lastSeq = seq;
    return seq;
  }
}

/** Marks the items of earlier records as left behind: this record replaces or retracts them. */
export function takeBack(run: Run, record: JsonObject, key: 'supersedesUuids' | 'retractedMessageUuids'): void {
  for (const uuid of field.list(record, key)) {
    if (typeof uuid === 'string') run.sink.abandon(run.index.itemsOf(uuid));
  }
}
