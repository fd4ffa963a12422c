import type { NoticeKind, SourceRef } from '../../session/index.ts';
import type { ItemSink, SessionSink, SubSessionSink } from '../assembly.ts';
import type { Verdict } from '../contract.ts';
import type { TurnState } from '../turn.ts';
import type { IgnoreReason } from './detect.ts';

export type OpenCodeVerdict = Verdict<IgnoreReason>;

export interface PartStamp {
  ref: SourceRef;
  /** Milliseconds since 1970. */
  at: number | undefined;
}

/** Where a session goes: by itself, or as the run of a subagent of another one. */
export type OpenCodeSink =
  | { is: 'session'; sink: SessionSink }
  | { is: 'subagent'; sink: SubSessionSink; id: string; root: string };

/** A session while its messages come in. */
export class OpenCodeSession {
  readonly sink: ItemSink;
  readonly target: OpenCodeSink;
  readonly models = new Map<string, number>();
  /** The model that the first prompt asked for. */
  askedModel: string | undefined;
  id: string | undefined;
  state: TurnState = 'none';
  /** The message from which on a person took everything back. */
  revertedFrom: string | undefined;
  /** Its first part that was taken back, if not all of that message was. */
  revertedPart: string | undefined;
  /** Where the items of that part begin, while its message is emitted. */
  partTakenBack: number | undefined;
  reverting = false;
  readonly reverted: (readonly [from: number, end: number])[] = [];
  /** Whether the message that is being emitted broke off. */
  isStopped = false;
  /** One after the `seq` of the last item. */
  next = 1;
  private agent: string | undefined;

  /** The native ids of calls that started other sessions, by the ids of those. */
  readonly started = new Map<string, string>();

  constructor(target: OpenCodeSink) {
    this.target = target;
    this.sink = target.sink;
  }

  /** Notes the `seq` of an item that was made. */
  made(seq: number): number {
    this.next = seq + 1;
    return seq;
  }

  notice(kind: NoticeKind, text: string, stamp: PartStamp, more: object = {}): void {
    this.made(this.sink.notice({ ...stamp, kind, text, ...more }));
  }

  /** Tells that another agent (build, plan, …) took over. */
  noteAgent(agent: string | undefined, stamp: PartStamp): void {
    if (agent === undefined || agent === this.agent) return;
    if (this.agent !== undefined) this.notice('mode_change', `Agent: ${this.agent} → ${agent}`, stamp);
    this.agent = agent;
  }

  /** Marks what was taken back. */
  settle(): void {
    for (const [from, end] of this.reverted) {
      this.sink.abandon(Array.from({ length: end - from }, (_, index) => from + index));
    }
  }
}
