import {
  type Outcome,
  type PhaseAnnotation,
  PhaseLog,
  type ToolCall,
  type ToolCategory,
  toIso,
  toolCategory,
} from '../../session/index.ts';
import { firstWhere, NumberColumn } from '../../session/internal.ts';
import type { CallAmendment, CallStart } from '../assembly.ts';
import { IdTable } from '../idTable.ts';
import { amendCall, type LinkedRun, linkCall, phaseCallOf, type ToolCount } from './buildCall.ts';
import type { Cleaner } from './cleanValue.ts';
import type { Moment } from './runClock.ts';

/** Outcomes as stored in a column; 0 for an unknown outcome. */
const outcomeNumbers: Readonly<Record<Outcome, number>> = {
  succeeded: 1,
  failed: 2,
  denied: 3,
  interrupted: 4,
  cancelled: 5,
  unanswered: 6,
  unknown: 7,
};

/** A call that still waits for its result. */
export interface OpenCall {
  start: CallStart;
  began: Moment;
  category: ToolCategory;
}

/**
 * The calls of one run: numbered by call index from 0, found by native id or `seq`, with the amendments that came late. A finished call is
 * kept as a few numbers; everything else is in the store.
 */
export class CallTable {
  /** By call index. */
  private readonly seqs = new NumberColumn();
  private readonly outcomes = new NumberColumn('narrow');
  private readonly phases = new PhaseLog();
  private readonly ids = new IdTable();
  /** By the number of a native id: the index of the last call that has it. */
  private readonly indexOfNative = new NumberColumn();
  private readonly open = new Map<number, OpenCall>();
  /** Amendments to calls that are open, or whose times are not known yet. */
  private readonly late = new Map<number, CallAmendment[]>();
  /** The runs that calls started, set when the runs are linked. */
  private readonly linked = new Map<number, LinkedRun>();
  /** 1 if a call's times count from the run's start. */
  private readonly relative = new NumberColumn('narrow');
  /** Assumed start of the run, in milliseconds since 1970; stored relative times count from it. */
  private supposedBase = 0;
  private readonly idPrefix: string;
  private readonly clean: Cleaner;

  constructor(idPrefix: string, clean: Cleaner) {
    this.idPrefix = idPrefix;
    this.clean = clean;
  }

  get size(): number {
    return this.phases.size;
  }

  get hasOpen(): boolean {
    return this.open.size > 0;
  }

  openCalls(): Iterable<OpenCall> {
    return this.open.values();
  }

  /** Milliseconds since 1970. */
  get supposedBaseMs(): number {
    return this.supposedBase;
  }

  /** Sets the assumed start of the run, before its first call: if it proves right, the calls need no change after they are stored. */
  supposeBase(ms: number): void {
    if (this.size === 0) this.supposedBase = ms;
  }

  /** Returns the index of the new call. */
  begin(seq: number, start: CallStart, began: Moment): number {
    const callIndex = this.size;
    const { name, params, category = toolCategory(name), rawCommand, description } = start;
    this.seqs.set(callIndex, seq);
    this.open.set(callIndex, { start, began, category });
    if (start.nativeId !== undefined) this.indexOfNative.set(this.ids.add(start.nativeId), callIndex);
    const stated = phaseCallOf({
      call_id: '',
      tool_name: this.clean.copy(name),
      tool_category: category,
      input: {
        params,
        ...(rawCommand === undefined ? {} : { raw_command: rawCommand }),
        ...(description === undefined ? {} : { description }),
      },
    });
    this.phases.add({
      ...stated,
      startedMs: began.ms,
      ...(stated.path === undefined ? {} : { path: this.clean.copy(stated.path) }),
    });
    return callIndex;
  }

  /** The index of the call with a native id or `seq`. */
  find(id: string | number): number | undefined {
    if (typeof id === 'number') return this.indexOf(id);
    const number = this.ids.find(id);
    return number === undefined ? undefined : this.indexOfNative.get(number);
  }

  /** The id in the session of the call with a native id or `seq`; undefined where no such call was opened. */
  idOf(id: string | number | undefined): string | undefined {
    const callIndex = id === undefined ? undefined : this.find(id);
    return callIndex === undefined ? undefined : this.callId(callIndex);
  }

  /** The ids of the calls, in their order. */
  callIds(): string[] {
    return Array.from({ length: this.size }, (_, callIndex) => this.callId(callIndex));
  }

  callId(callIndex: number): string {
    return `${this.idPrefix}tool-${String(callIndex + 1).padStart(3, '0')}`;
  }

  /** The index of the call with an id of the session. */
  indexOfId(callId: string): number | undefined {
    const callIndex = Number(callId.slice(`${this.idPrefix}tool-`.length)) - 1;
    return callIndex >= 0 && callIndex < this.size && this.callId(callIndex) === callId ? callIndex : undefined;
  }

  seqAt(callIndex: number): number {
    return this.seqs.get(callIndex);
  }

  openAt(callIndex: number): OpenCall | undefined {
    return this.open.get(callIndex);
  }

  /** Records that a call ended, and its duration; an outcome set before the result is kept. */
  end(callIndex: number, outcome: Outcome, durationMs?: number): void {
    this.open.delete(callIndex);
    if (durationMs !== undefined) this.phases.end(callIndex, durationMs);
    this.setOutcome(
      callIndex,
      (this.late.get(callIndex) ?? []).reduce((last, more) => more.outcome ?? last, outcome),
    );
  }

  /** Records that the times of a call count from the run's start. */
  markRelative(callIndex: number, isRelative: boolean): void {
    this.relative.set(callIndex, isRelative ? 1 : 0);
  }

  /** Records an amendment to a call; returns false if the stored call must be changed now. */
  postpone(callIndex: number, more: CallAmendment): boolean {
    if (more.outcome !== undefined) this.setOutcome(callIndex, more.outcome);
    const known = this.late.get(callIndex);
    if (known !== undefined) known.push(more);
    else if (this.open.has(callIndex) || this.mustWait(callIndex, more)) this.late.set(callIndex, [more]);
    else return false;
    return true;
  }

  /** Returns a call with the amendments postponed until it ended; they stay postponed while its times are unknown. */
  takeLate(callIndex: number, call: ToolCall, format: string): ToolCall {
    const late = this.late.get(callIndex);
    if (late === undefined || late.some((more) => this.mustWait(callIndex, more))) return call;
    this.late.delete(callIndex);
    return late.reduce((amended, more) => amendCall(amended, more, format), call);
  }

  /** Number of calls with an outcome, as far as known. */
  countOf(outcome: Outcome): number {
    let count = 0;
    for (let callIndex = 0; callIndex < this.size; callIndex += 1) {
      if (this.outcomes.get(callIndex) === outcomeNumbers[outcome]) count += 1;
    }
    return count;
  }

  /** Number of calls not known to have succeeded; those without a result count too. */
  countWithoutSuccess(): number {
    let count = 0;
    for (let callIndex = 0; callIndex < this.size; callIndex += 1) {
      const outcome = this.outcomes.get(callIndex);
      if (outcome !== outcomeNumbers.succeeded && outcome !== outcomeNumbers.unknown) count += 1;
    }
    return count;
  }

  /** Number of calls per tool, in order of first call. */
  countTools(): ToolCount[] {
    const counts = new Map<string, number>();
    for (let callIndex = 0; callIndex < this.size; callIndex += 1) {
      const tool = this.phases.toolAt(callIndex);
      counts.set(tool, (counts.get(tool) ?? 0) + 1);
    }
    return Array.from(counts, ([tool_name, count]) => ({ tool_name, count }));
  }

  /** Records that the user asks for something. */
  prompt(): void {
    this.phases.prompt();
  }

  inferPhases(annotatedAt: string): Iterable<PhaseAnnotation> {
    return this.phases.infer(
      annotatedAt,
      (callIndex) => this.callId(callIndex),
      (callIndex) => this.outcomes.get(callIndex) === outcomeNumbers.failed,
    );
  }

  /** Clears which calls started which runs: runs are linked again whenever the session is finished. */
  unlink(): void {
    this.linked.clear();
  }

  /**
   * Links a call to the run it started; returns false if there is no such call. A call that started several runs, as a workflow does, names
   * the first and counts the calls of all; one that only continued a run (without `tools`) counts none.
   */
  link(nativeId: string, subSessionId: string, tools?: readonly ToolCount[]): boolean {
    const callIndex = this.find(nativeId);
    if (callIndex === undefined) return false;
    const { sub_session_id = subSessionId, tools: before } = this.linked.get(callIndex) ?? {};
    this.linked.set(callIndex, { sub_session_id, tools: tools === undefined ? before : [...(before ?? []), ...tools] });
    return true;
  }

  /** Whether the stored form of a call is also its final form. `base` is the start of the run. */
  isSettled(callIndex: number, base: number): boolean {
    return (
      (base === this.supposedBase || !this.isRelative(callIndex)) &&
      !this.late.has(callIndex) &&
      !this.linked.has(callIndex)
    );
  }

  /** A stored call with all later amendments. `base` is the start of the run. */
  settle(stored: ToolCall, callIndex: number, format: string, base: number): ToolCall {
    const shift = this.isRelative(callIndex) ? base - this.supposedBase : 0;
    const timed = shift === 0 ? stored : shiftTimes(stored, shift);
    const amended = (this.late.get(callIndex) ?? []).reduce((call, more) => amendCall(call, more, format), timed);
    const run = this.linked.get(callIndex);
    return run === undefined ? amended : linkCall(amended, run);
  }

  /** A time given by the source cannot be combined with one that counts from the run's start. */
  private mustWait(callIndex: number, { at }: CallAmendment): boolean {
    return at !== undefined && this.isRelative(callIndex);
  }

  private isRelative(callIndex: number): boolean {
    return this.relative.get(callIndex) === 1;
  }

  private setOutcome(callIndex: number, outcome: Outcome): void {
    this.outcomes.set(callIndex, outcomeNumbers[outcome]);
  }

  /** The calls are in `seq` order, so a binary search needs no further index. */
  private indexOf(seq: number): number | undefined {
    const at = firstWhere(this.size, (each) => this.seqAt(each) >= seq);
    return at < this.size && this.seqAt(at) === seq ? at : undefined;
  }
}

function shiftTimes(call: ToolCall, ms: number): ToolCall {
  const shifted = (time: string): string => toIso(Date.parse(time) + ms);
  return { ...call, started_at: shifted(call.started_at), ended_at: shifted(call.ended_at) };
}
