import type { NoticeKind, SourceRef } from '../../session/index.ts';
import type { SessionSink } from '../assembly.ts';
import type { Verdict } from '../contract.ts';
import type { JsonObject } from '../read/jsonObject.ts';
import { RecordTree } from '../recordTree.ts';
import type { TurnState } from '../turn.ts';
import type { IgnoreReason } from './detect.ts';

export type PiVerdict = Verdict<IgnoreReason>;

/** Where an entry stands. */
export interface EntryStamp {
  ref: SourceRef | undefined;
  at: string | number | undefined;
  nativeId: string | undefined;
}

/** A session while its entries come in. */
export class PiSession {
  readonly sink: SessionSink;
  readonly tree = new RecordTree();
  /** Calls without a result, with their names; `aborted` where the reply that asked for them broke off. */
  readonly open = new Map<string, { name: string; params: JsonObject; aborted: boolean }>();
  readonly models = new Map<string, number>();
  readonly settings = new Map<string, string>();
  state: TurnState = 'none';
  id: string | undefined;
  title: string | undefined;
  /** A message of which only pieces have arrived. */
  partial: { message: JsonObject; stamp: EntryStamp } | undefined;
  /** One after the `seq` of the last item. */
  next = 1;

  constructor(sink: SessionSink) {
    this.sink = sink;
  }

  /** Notes the `seq` of an item that was made. */
  made(seq: number): number {
    this.next = seq + 1;
    return seq;
  }

  notice(kind: NoticeKind, text: string, stamp: EntryStamp, more: object = {}): void {
    this.made(this.sink.notice({ ...stamp, kind, text, ...more }));
  }
}
