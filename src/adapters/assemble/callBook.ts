import type { ToolCall } from '../../session/index.ts';
import { toIso } from '../../session/index.ts';
import type { CallAmendment, CallStart } from '../assembly.ts';
import { amendCall } from './amendCall.ts';
import { type CallDigest, digestCall } from './callDigest.ts';
import type { Cleaner } from './cleanValue.ts';
import { linkCall } from './linkCall.ts';
import type { Moment } from './runClock.ts';

/** What stays in memory of a call. */
export interface CallEntry {
  seq: number;
  digest: CallDigest;
  /** Until the result comes. */
  open: { start: CallStart; began: Moment } | undefined;
  /** Absent until there is one: most calls have none. */
  amendments: CallAmendment[] | undefined;
  /** The run it started, once the runs are linked. */
  subagent: { sub_session_id: string; digests: readonly CallDigest[] | undefined } | undefined;
  /** Its times count from the run's start. */
  relative: boolean;
}

/** The calls of one run: numbered, found by native id or `seq`, and with what became known of them late. */
export class CallBook {
  readonly entries: CallEntry[] = [];
  private readonly byNativeId = new Map<string, CallEntry>();
  private readonly idPrefix: string;
  private readonly clean: Cleaner;

  constructor(idPrefix: string, clean: Cleaner) {
    this.idPrefix = idPrefix;
    this.clean = clean;
  }

  open(seq: number, start: CallStart, began: Moment): CallEntry {
    const callId = `${this.idPrefix}tool-${String(this.entries.length + 1).padStart(3, '0')}`;
    const digest = digestCall(callId, start, this.clean);
    const entry: CallEntry = {
      seq,
      digest,
      open: { start, began },
      amendments: undefined,
      subagent: undefined,
      relative: false,
    };
    if (start.nativeId !== undefined) this.byNativeId.set(start.nativeId, entry);
    this.entries.push(entry);
    return entry;
  }

  find(id: string | number): CallEntry | undefined {
    return typeof id === 'number' ? this.at(id) : this.byNativeId.get(id);
  }

  /** Whether the item with this `seq` is a call. */
  has(seq: number): boolean {
    return this.at(seq) !== undefined;
  }

  /** The entries lie in the order of their `seq`: halving finds one without an index beside them. */
  private at(seq: number): CallEntry | undefined {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.entries[middle]?.seq ?? 0) < seq) low = middle + 1;
      else high = middle;
    }
    const entry = this.entries[low];
    return entry?.seq === seq ? entry : undefined;
  }

  /** Of every call; one that is still open is unanswered as things stand. */
  get digests(): readonly CallDigest[] {
    return this.entries.map(({ digest, open }) => (open === undefined ? digest : { outcome: 'unanswered', ...digest }));
  }

  /** Forgets which runs were started by which calls: they are linked anew whenever the session is finished. */
  unlink(): void {
    for (const entry of this.entries) entry.subagent = undefined;
  }

  /**
   * Ties a call to the run it started; false where there is no such call. A call that started several, as a workflow
   * does, names the first and counts them all; one that only went on with a run, without `digests`, counts nothing of it.
   */
  link(nativeId: string, subSessionId: string, digests?: readonly CallDigest[]): boolean {
    const entry = this.find(nativeId);
    if (entry === undefined) return false;
    const { sub_session_id = subSessionId, digests: before } = entry.subagent ?? {};
    entry.subagent = { sub_session_id, digests: digests === undefined ? before : [...(before ?? []), ...digests] };
    return true;
  }

  /** A finished call with all that became known after it. `base` is when the run began. */
  settle(stored: ToolCall, entry: CallEntry, format: string, base: number): ToolCall {
    const timed = entry.relative ? shiftTimes(stored, base) : stored;
    const amended = (entry.amendments ?? []).reduce((call, more) => amendCall(call, more, format), timed);
    return entry.subagent === undefined ? amended : linkCall(amended, entry.subagent);
  }
}

/** Whether a call stands in the end as it was when it was finished. */
export function isSettled({ relative, amendments, subagent }: CallEntry): boolean {
  return !relative && amendments === undefined && subagent === undefined;
}

function shiftTimes(call: ToolCall, base: number): ToolCall {
  const shift = (time: string): string => toIso(Date.parse(time) + base);
  return { ...call, started_at: shift(call.started_at), ended_at: shift(call.ended_at) };
}
