import { NumberColumn } from '../../session/internal.ts';
import type { ItemSink } from '../assembly.ts';
import { IdTable } from '../idTable.ts';
import { field, type JsonObject } from '../read/jsonObject.ts';
import { Settings } from './facts.ts';
import type { OpenCall } from './results/fields.ts';
import { type CountedUsage, UsageTracker } from './usage.ts';

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

/** Maps the records of a run to its items, to find what a rewind left behind. */
export class RecordIndex {
  private readonly uuids = new IdTable();
  /** By the number of a record's uuid: `seq` of the last item when the record was converted, and how many items were its own. */
  private readonly ends = new NumberColumn();
  private readonly sizes = new NumberColumn();
  private lastTalk = 0;
  /** For each item that was left behind: the first later item that may not be. */
  private readonly behind = new Map<number, number>();

  /** Records that a record became the items from `first` to `last`. `talks`: it is a prompt or a reply of the model. */
  note(uuid: string | undefined, first: number, last: number, talks: boolean): void {
    if (talks && last >= first) this.lastTalk = last;
    if (uuid === undefined) return;
    const number = this.uuids.add(uuid);
    this.ends.set(number, last);
    if (talks && last >= first) this.sizes.set(number, last - first + 1);
  }

  /**
   * The items that a prompt with this parent leaves behind: those after its parent, if the conversation had continued there. Other records
   * may branch too (parallel calls, hooks, progress), but leave nothing behind.
   */
  leftBehind(parentUuid: string | undefined, now: number): Iterable<number> {
    const parent = parentUuid === undefined ? undefined : this.uuids.find(parentUuid);
    const end = parent === undefined ? undefined : this.ends.get(parent);
    return end === undefined || this.lastTalk <= end ? [] : this.leave(end + 1, now);
  }

  /** The items of a prompt or a reply that a later record retracts. */
  itemsOf(uuid: string): Iterable<number> {
    const number = this.uuids.find(uuid);
    if (number === undefined) return [];
    const end = this.ends.get(number);
    return range(end - this.sizes.get(number) + 1, end);
  }

  has(uuid: string): boolean {
    return this.uuids.find(uuid) !== undefined;
  }

  /** Skips items already left behind, because a log may rewind any number of times. */
  private *leave(first: number, last: number): Generator<number> {
    for (let seq = this.nextKept(first); seq <= last; seq = this.nextKept(seq)) {
      this.behind.set(seq, seq + 1);
      yield seq;
    }
  }

  private nextKept(from: number): number {
    let seq = from;
    for (let next = this.behind.get(seq); next !== undefined; next = this.behind.get(seq)) {
      const skip = this.behind.get(next);
      if (skip !== undefined) this.behind.set(seq, skip);
      seq = next;
    }
    return seq;
  }
}

function* range(first: number, last: number): Generator<number> {
  for (let seq = first; seq <= last; seq += 1) yield seq;
}
