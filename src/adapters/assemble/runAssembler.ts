import {
  type Diagnostic,
  type DiagnosticCode,
  diagnose,
  type SessionEvent,
  type SourceRef,
  type TokenUsage,
  type ToolCall,
  toIso,
} from '../../session/index.ts';
import type { CallAmendment, CallResult, CallStart, ItemOrigin, ItemSink } from '../assembly.ts';
import { addUsage } from './addUsage.ts';
import { amendCall } from './amendCall.ts';
import { buildCall, nativeIdOf } from './buildCall.ts';
import { type CallDigest, digestCall } from './callDigest.ts';
import { callTimes } from './callTimes.ts';
import type { Cleaner } from './cleanValue.ts';
import { defined } from './defined.ts';
import { type EventContext, type EventPart, eventParts } from './eventParts.ts';
import type { Item, ItemStore } from './itemStore.ts';
import { linkCall } from './linkCall.ts';
import { mergeExtensions } from './mergeExtensions.ts';
import { placeItem } from './placeItem.ts';
import { createRunClock, type Moment } from './runClock.ts';
import { type ShortenContext, shortenTexts } from './shortenTexts.ts';

export interface RunContext {
  format: string;
  /** Before each id: '' for the session itself, `sub-001-` for a sub-session. */
  idPrefix: string;
  clean: Cleaner;
  contents: ShortenContext;
  store: ItemStore;
  report(diagnostic: Diagnostic): void;
  /** Names of the source files, for diagnostics. */
  names: readonly string[];
}

/** What is known of a run only when it is over. */
export interface RunFrame {
  /** When the run began, in milliseconds since 1970: for what has only a relative time. */
  base: number;
  /** Folder of the contents, relative to the session file. */
  contentFolder: string;
}

/** An item as it stands in the end: read as an object or as JSON. */
export interface Finished<Each extends Item> {
  item(): Each;
  json(): string;
}

/** What stays in memory of every call. */
interface CallEntry {
  seq: number;
  digest: CallDigest;
  /** Until the result comes. */
  open: { start: CallStart; began: Moment } | undefined;
  amendments: CallAmendment[];
  subagent: { sub_session_id: string; digests: readonly CallDigest[] } | undefined;
  /** Its times count from the run's start. */
  relative: boolean;
}

/** Numbers, orders, pairs and times the items of one run, and hands finished ones to its store. */
export class RunAssembler implements ItemSink {
  readonly clock = createRunClock((code, actual) => this.report(code, undefined, actual));
  readonly filesCreated = new Set<string>();
  readonly filesModified = new Set<string>();
  /** First message of a person, masked. */
  firstPrompt: string | undefined;
  usageTotal: TokenUsage = {};
  private readonly context: RunContext;
  private readonly eventContext: EventContext;
  private readonly calls: CallEntry[] = [];
  private readonly bySeq = new Map<number, CallEntry>();
  private readonly byNativeId = new Map<string, CallEntry>();
  private readonly abandoned = new Set<number>();
  private readonly withContents = new Set<number>();
  private seq = 0;
  private eventCount = 0;

  constructor(context: RunContext) {
    this.context = context;
    const { clean, contents } = context;
    this.eventContext = { clean, contents, callId: (id) => this.callIdOf(id) };
  }

  message(item: Parameters<ItemSink['message']>[0]): number {
    const { role, origin, text } = item;
    const byPerson = role === 'user' && (origin === undefined || origin === 'queued' || origin === 'command');
    if (byPerson && text.trim() !== '') this.firstPrompt ??= this.context.clean.text(text);
    return this.event(item, eventParts.message(item, this.eventContext));
  }

  thinking(item: Parameters<ItemSink['thinking']>[0]): number {
    return this.event(item, eventParts.thinking(item, this.eventContext));
  }

  plan(item: Parameters<ItemSink['plan']>[0]): number {
    return this.event(item, eventParts.plan(item, this.eventContext));
  }

  review(item: Parameters<ItemSink['review']>[0]): number {
    return this.event(item, eventParts.review(item, this.eventContext));
  }

  notice(item: Parameters<ItemSink['notice']>[0]): number {
    return this.event(item, eventParts.notice(item, this.eventContext));
  }

  usage(item: Parameters<ItemSink['usage']>[0]): number {
    this.usageTotal = addUsage(this.usageTotal, item.usage);
    return this.event(item, eventParts.usage(item, this.eventContext));
  }

  unknown(item: Parameters<ItemSink['unknown']>[0]): number {
    this.report('unknown-record', item.ref, item.recordType);
    return this.event(item, eventParts.unknown(item, this.eventContext));
  }

  openCall(start: CallStart): number {
    this.seq += 1;
    const callId = `${this.context.idPrefix}tool-${String(this.calls.length + 1).padStart(3, '0')}`;
    const entry: CallEntry = {
      seq: this.seq,
      digest: digestCall(callId, start, this.context.clean),
      open: { start, began: this.clock.read(start.at) },
      amendments: [],
      subagent: undefined,
      relative: false,
    };
    if (start.nativeId !== undefined) {
      if (this.byNativeId.has(start.nativeId)) this.report('duplicate-call', start.ref, start.nativeId);
      this.byNativeId.set(start.nativeId, entry);
    }
    this.calls.push(entry);
    this.bySeq.set(entry.seq, entry);
    return this.seq;
  }

  closeCall(id: string | number, result: CallResult): 'closed' | 'orphan' | 'duplicate' {
    const entry = this.find(id);
    if (entry === undefined) {
      this.keepOrphan(id, result);
      return 'orphan';
    }
    if (entry.open === undefined) {
      this.report('duplicate-result', entry.digest.ref, String(id));
      return 'duplicate';
    }
    this.finish(entry, entry.open, result);
    return 'closed';
  }

  amendCall(id: string | number, more: CallAmendment): void {
    const entry = this.find(id);
    if (entry === undefined) return;
    entry.amendments.push(more);
    if (more.outcome !== undefined) entry.digest.outcome = more.outcome;
    this.noteFiles(more.patches ?? []);
  }

  /**
   * Ties a call to the run it started; false where there is no such call. A call that started several, as a workflow
   * does, names the first and counts them all.
   */
  linkSubagent(nativeId: string, subSessionId: string, digests: readonly CallDigest[]): boolean {
    const entry = this.find(nativeId);
    if (entry !== undefined) {
      const { sub_session_id = subSessionId, digests: before = [] } = entry.subagent ?? {};
      entry.subagent = { sub_session_id, digests: [...before, ...digests] };
    }
    return entry !== undefined;
  }

  hasCall(nativeId: string): boolean {
    return this.byNativeId.has(nativeId);
  }

  abandon(seqs: Iterable<number>): void {
    for (const seq of seqs) this.abandoned.add(seq);
  }

  /** The call's id in the session; undefined where no such call was opened. */
  callIdOf(id: string | number | undefined): string | undefined {
    return id === undefined ? undefined : this.find(id)?.digest.call_id;
  }

  get digests(): readonly CallDigest[] {
    return this.calls.map((entry) => entry.digest);
  }

  /** Ends what is still open, for want of a result, and says whether there was any. */
  closeRest(): boolean {
    const open = this.calls.filter((entry) => entry.open !== undefined);
    for (const entry of open) {
      if (entry.open === undefined) continue;
      this.report('unanswered-call', entry.open.start.ref, entry.open.start.name);
      this.finish(entry, entry.open, { outcome: 'unanswered' });
    }
    return open.length > 0;
  }

  /** The calls in order, with what became known after they were finished. */
  *finishedCalls(frame: RunFrame): Generator<Finished<ToolCall>> {
    for (const entry of this.calls) {
      yield this.finished(
        entry.seq,
        !isTouched(entry),
        (stored) => this.settleCall(stored as ToolCall, entry, frame),
        frame,
      );
    }
  }

  /** The events in order. */
  *finishedEvents(frame: RunFrame): Generator<Finished<SessionEvent>> {
    for (let seq = 1; seq <= this.seq; seq += 1) {
      if (this.bySeq.has(seq)) continue;
      yield this.finished(seq, true, (stored) => stored as SessionEvent, frame);
    }
  }

  private finished<Each extends Item>(
    seq: number,
    asStored: boolean,
    settle: (stored: Item) => Each,
    { contentFolder }: RunFrame,
  ): Finished<Each> {
    const { store } = this.context;
    const abandoned = this.abandoned.has(seq);
    const item = (): Each => {
      const stored = store.get(seq);
      if (stored === undefined) throw new Error(`agent-replay-kit: the store lost item ${seq}.`);
      return placeItem(settle(stored), abandoned, contentFolder);
    };
    const text = asStored && !abandoned && !this.withContents.has(seq) ? store.json?.(seq) : undefined;
    return { item, json: () => text ?? JSON.stringify(item()) };
  }

  private settleCall(stored: ToolCall, entry: CallEntry, { base }: RunFrame): ToolCall {
    const timed = entry.relative ? shiftTimes(stored, base) : stored;
    const { format, clean } = this.context;
    const amended = entry.amendments.reduce((call, more) => amendCall(call, more, format, clean), timed);
    return entry.subagent === undefined ? amended : linkCall(amended, entry.subagent);
  }

  private find(id: string | number): CallEntry | undefined {
    return typeof id === 'number' ? this.bySeq.get(id) : this.byNativeId.get(id);
  }

  private keepOrphan(id: string | number, result: CallResult): void {
    this.report('orphan-result', result.ref, String(id));
    this.notice({
      kind: 'orphan_result',
      text: result.error ?? result.text ?? result.display ?? '',
      at: result.at,
      ref: result.ref,
      nativeId: typeof id === 'string' ? id : undefined,
      extensions: result.extensions,
    });
  }

  private finish(entry: CallEntry, { start, began }: NonNullable<CallEntry['open']>, result: CallResult): void {
    entry.open = undefined;
    entry.relative = !began.absolute;
    entry.digest.outcome = result.outcome;
    if (result.outcome === 'succeeded' || result.outcome === 'unknown') this.noteFiles(result.patches ?? []);
    const { times, inferred, backwardsMs } = callTimes(began, result, this.clock);
    if (backwardsMs !== undefined) this.report('clock-backwards', start.ref, `${backwardsMs} ms`);
    const { clean, format, contents } = this.context;
    const frame = { callId: entry.digest.call_id, seq: entry.seq, format, clean, contents };
    const call = buildCall(start, { ...result, inferred: [...(result.inferred ?? []), ...inferred] }, times, frame);
    this.put(entry.seq, call);
  }

  private noteFiles(patches: NonNullable<CallResult['patches']>): void {
    for (const { path, change, moved_to } of patches) {
      const name = this.context.clean.text(moved_to ?? path);
      if (change === 'added') this.filesCreated.add(name);
      else if (!this.filesCreated.has(name)) this.filesModified.add(name);
    }
  }

  private event(item: ItemOrigin, { fields, refs }: EventPart): number {
    this.seq += 1;
    this.eventCount += 1;
    const { clean, format, idPrefix } = this.context;
    const at = item.at === undefined ? undefined : this.clock.read(item.at);
    const extensions = mergeExtensions(undefined, format, item.extensions);
    const event = {
      event_id: `${idPrefix}event-${String(this.eventCount).padStart(3, '0')}`,
      seq: this.seq,
      ...fields,
      ...defined({
        at: at?.given === true ? toIso(at.ms) : undefined,
        source_ref: item.ref === undefined ? undefined : { ...item.ref, ...nativeIdOf(item, clean) },
        inferred: item.inferred?.length === 0 ? undefined : item.inferred,
        extensions: extensions === undefined ? undefined : clean.value(extensions),
        content_refs: refs.length === 0 ? undefined : refs,
      }),
    } as SessionEvent;
    this.put(this.seq, event);
    return this.seq;
  }

  private put(seq: number, whole: Item): void {
    const { item, refs } = shortenTexts(whole, this.context.contents);
    const all = [...(whole.content_refs ?? []), ...refs];
    if (all.length > 0) this.withContents.add(seq);
    this.context.store.put(seq, refs.length === 0 ? item : { ...item, content_refs: all });
  }

  private report(code: DiagnosticCode, ref: SourceRef | undefined, actual: string): void {
    const file = ref === undefined ? undefined : this.context.names[ref.source];
    const at =
      ref === undefined || file === undefined ? {} : { at: { file, line: ref.line, byteOffset: ref.byte_offset } };
    this.context.report(diagnose(code, { ...at, actual: this.context.clean.text(actual).slice(0, 200) }));
  }
}

/** Whether anything became known of the call after it was finished. */
function isTouched({ relative, amendments, subagent }: CallEntry): boolean {
  return relative || amendments.length > 0 || subagent !== undefined;
}

function shiftTimes(call: ToolCall, base: number): ToolCall {
  const shift = (time: string): string => toIso(Date.parse(time) + base);
  return { ...call, started_at: shift(call.started_at), ended_at: shift(call.ended_at) };
}
