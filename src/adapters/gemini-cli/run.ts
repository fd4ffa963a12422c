import type { NoticeKind, SourceRef } from '../../session/index.ts';
import type { ItemSink } from '../assembly.ts';
import type { Verdict } from '../contract.ts';
import { IdTable } from '../idTable.ts';
import type { TurnState } from '../turn.ts';
import type { IgnoreReason } from './detect.ts';

export type GeminiVerdict = Verdict<IgnoreReason>;

/** Where a message stands. */
export interface MessageStamp {
  ref: SourceRef;
  at: string | undefined;
  nativeId: string | undefined;
}

/** What was emitted for a message, so that the log may repeat it with more. */
export interface KnownMessage {
  /** The `seq`s of its items. */
  items: number[];
  /** The item with its text, and the number of that text. */
  text?: { seq: number; number: number } | undefined;
  thoughts: number;
  model?: string | undefined;
  /** The `seq` of its usage. */
  usage?: number | undefined;
  /** Retracted by a rewind. */
  isGone: boolean;
}

export interface KnownCall {
  /** By which the sink knows it. */
  handle: string | number;
  name: string;
  params: Readonly<Record<string, unknown>>;
  isClosed: boolean;
  /** Length of the emitted result, in characters of its JSON: masking shortens results later. */
  size: number;
}

/** A session, or a subagent's, while its records come in. */
export class GeminiRun {
  readonly sink: ItemSink;
  readonly messages = new Map<string, KnownMessage>();
  readonly calls = new Map<string, KnownCall>();
  readonly openCalls = new Set<KnownCall>();
  /** Prompts that the model still has in its context. */
  readonly remembered = new Set<string>();
  /** Texts already emitted, with who said them. */
  readonly texts = new IdTable();
  readonly models = new Map<string, number>();
  state: TurnState = 'none';
  /** Subagents that calls started, by their own ids. */
  readonly agents = new Map<string, string>();
  /** Calls that started a subagent without naming it. */
  readonly namelessAgents = new Set<string>();
  id: string | undefined;
  title: string | undefined;
  cwd: string | undefined;
  directories: readonly unknown[] = [];
  /** Number of items made or changed. */
  changes = 0;
  /** One after the `seq` of the last item. */
  next = 1;
  private current: KnownMessage | undefined;
  /** Messages that were not taken back, in their order. */
  private readonly kept: string[] = [];

  constructor(sink: ItemSink) {
    this.sink = sink;
  }

  /** What is known of a message; items that are made from here on are its own. */
  begin(id: string | undefined): KnownMessage {
    const key = id ?? `unnamed ${this.messages.size}`;
    const known = this.messages.get(key);
    const message = known ?? { items: [], thoughts: 0, isGone: true };
    if (known === undefined) this.messages.set(key, message);
    if (message.isGone) this.kept.push(key);
    message.isGone = false;
    this.current = message;
    return message;
  }

  /** Ends the message: later items belong to no message. */
  leave(): void {
    this.current = undefined;
  }

  made(seq: number): number {
    this.changes += 1;
    this.next = seq + 1;
    this.current?.items.push(seq);
    return seq;
  }

  notice(kind: NoticeKind, text: string, stamp: MessageStamp, more: object = {}): void {
    this.made(this.sink.notice({ ...stamp, kind, text, ...more }));
  }

  /** Retracts a message and all after it; all messages, if it is not known. */
  rewindTo(id: string): void {
    const isKept = this.messages.get(id)?.isGone === false;
    for (let last = this.kept.pop(); last !== undefined; last = this.kept.pop()) {
      const message = this.messages.get(last);
      if (message !== undefined) message.isGone = true;
      this.remembered.delete(last);
      if (isKept && last === id) return;
    }
  }

  /** Marks what was retracted and did not come again. */
  settle(): void {
    const gone = [...this.messages.values()].filter(({ isGone }) => isGone);
    this.sink.abandon(gone.flatMap(({ items }) => items));
  }
}
