import {
  addUsage,
  type Diagnostic,
  type DiagnosticCode,
  diagnose,
  isPromptMessage,
  type PhaseAnnotation,
  type SessionEvent,
  type SourceRef,
  type TokenUsage,
  type ToolCall,
  toIso,
  toMillis,
} from '../../session/index.ts';
import { subtractUsage } from '../../session/internal.ts';
import type {
  CallAmendment,
  CallResult,
  CallStart,
  ItemOrigin,
  ItemSink,
  SessionFacts,
  SubSessionFacts,
} from '../assembly.ts';
import { amendCall, buildCall, cleanAmendment, reviseCall, sourceRefOf, type ToolCount } from './buildCall.ts';
import { CallTable, type OpenCall } from './callTable.ts';
import type { Cleaner } from './cleanValue.ts';
import type { ShortenContext } from './contents.ts';
import { ContextBook, withContribution } from './contextBook.ts';
import { type EventContext, type EventPart, eventParts } from './eventParts.ts';
import { defined, mergeExtensions } from './fields.ts';
import { FirstPrompts } from './firstPrompts.ts';
import { type Finished, type ItemStore, ItemWriter } from './itemStore.ts';
import { callTimes, createRunClock } from './runClock.ts';
import { createTouchedFiles, type FirstChanges, type TouchedFiles, withoutBefore } from './touchedFiles.ts';

export interface RunContext {
  format: string;
  /** Prefix of each id: '' for the session itself, `sub-001-` for a sub-session. */
  idPrefix: string;
  clean: Cleaner;
  contents: ShortenContext;
  store: ItemStore;
  report(diagnostic: Diagnostic): void;
  /** Names of the source files, for diagnostics. */
  names: readonly string[];
  /** Whether to infer what calls used of each other. */
  traces: boolean;
  /** Of all runs of the session. */
  firstChanges: FirstChanges;
}

/** Facts about a run that are known only when it is over. */
export interface RunFrame {
  /** Start of the run, in milliseconds since 1970, for items with only a relative time. */
  base: number;
  /** Folder of the contents, relative to the session file. */
  contentFolder: string;
  /** Masks what is described provisionally. */
  clean: Cleaner;
}

/** Maximum length of a value quoted in a diagnostic, in characters. */
const MAX_ACTUAL = 200;

/** Facts about a run as a whole; provisional ones can be taken back. */
class DescribedFacts<Facts extends SessionFacts | SubSessionFacts> {
  current: Facts = {} as Facts;
  /** The permanent facts, while provisional ones are in use. */
  private settled: Facts | undefined;

  get isSettled(): boolean {
    return this.settled === undefined;
  }

  /** Merges later facts into earlier ones; `undefined` changes nothing, `environment`, `inferred` and `extensions` are combined. */
  add(later: Facts): void {
    const before = this.current;
    this.current = {
      ...before,
      ...defined(later),
      ...(later.environment && { environment: { ...before.environment, ...defined(later.environment) } }),
      inferred: [...new Set([...(before.inferred ?? []), ...(later.inferred ?? [])])],
      extensions: { ...before.extensions, ...later.extensions },
    };
  }

  suppose(): void {
    this.settled = this.current;
  }

  settle(): void {
    if (this.settled !== undefined) this.current = this.settled;
    this.settled = undefined;
  }
}

/** Numbers, orders, pairs and times the items of one run, and stores finished ones. */
export class RunBuilder<Facts extends SessionFacts | SubSessionFacts> implements ItemSink {
  readonly clock = createRunClock((code, actual) => this.report(code, undefined, actual));
  readonly files: TouchedFiles;
  /** Masked. */
  readonly prompts = new FirstPrompts((seq) => this.items.isAbandoned(seq));
  usageTotal: TokenUsage = {};
  private readonly described = new DescribedFacts<Facts>();
  protected readonly context: RunContext;
  private readonly eventContext: EventContext;
  private readonly calls: CallTable;
  private readonly items: ItemWriter;
  /** What calls used of each other; undefined if that is not inferred. */
  private readonly book: ContextBook | undefined;
  /** Figures of notices that became known after them. */
  private readonly lateFigures = new Map<number, object>();
  private seq = 0;
  private eventCount = 0;

  constructor(context: RunContext) {
    this.context = context;
    const { clean, contents, idPrefix, store } = context;
    this.files = createTouchedFiles((path) => clean.copy(path));
    this.calls = new CallTable(idPrefix, clean);
    this.items = new ItemWriter(store, contents);
    this.book = context.traces ? new ContextBook() : undefined;
    this.eventContext = { clean, contents, callId: (id) => this.callIdOf(id) };
  }

  message(item: Parameters<ItemSink['message']>[0]): number {
    const isPrompt = isPromptMessage(item);
    if (isPrompt) this.calls.prompt();
    const part = eventParts.message(item, this.eventContext);
    if (item.role !== 'assistant' && 'text' in part.fields) this.book?.give(String(part.fields.text));
    const seq = this.event(item, part);
    if (isPrompt && item.text.trim() !== '') this.prompts.note(seq, this.context.clean.copy(item.text));
    return seq;
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
    if (start.nativeId !== undefined && this.calls.find(start.nativeId) !== undefined) {
      this.report('duplicate-call', start.ref, start.nativeId);
    }
    const callIndex = this.calls.begin(this.seq, start, this.clock.read(start.at));
    this.book?.begin(callIndex);
    return this.seq;
  }

  closeCall(id: string | number, result: CallResult): 'closed' | 'orphan' | 'duplicate' {
    const callIndex = this.calls.find(id);
    if (callIndex === undefined) {
      this.keepOrphan(id, result);
      return 'orphan';
    }
    const open = this.calls.openAt(callIndex);
    if (open === undefined) {
      this.report('duplicate-result', result.ref, String(id));
      return 'duplicate';
    }
    this.finish(callIndex, open, result);
    return 'closed';
  }

  amendCall(id: string | number, more: CallAmendment): void {
    const callIndex = this.calls.find(id);
    if (callIndex === undefined) return;
    const amendment = cleanAmendment(more, this.context.clean);
    if (!this.calls.postpone(callIndex, amendment)) {
      const { format } = this.context;
      this.items.change(this.calls.seqAt(callIndex), (stored) => amendCall(stored as ToolCall, amendment, format));
    }
    this.files.note(more.patches ?? []);
  }

  reviseCall(id: string | number, result: CallResult): void {
    const callIndex = this.calls.find(id);
    if (callIndex === undefined || this.calls.openAt(callIndex) !== undefined) return;
    this.calls.end(callIndex, result.outcome);
    const revised = this.withChanges(callIndex, result);
    const { clean, format, contents } = this.context;
    const frame = { callId: '', seq: 0, category: 'action', format, clean, contents } as const;
    this.items.change(this.calls.seqAt(callIndex), (stored) => reviseCall(stored as ToolCall, revised, frame));
  }

  amendText(seq: number, text: string): void {
    const masked = this.context.clean.text(text);
    this.items.change(seq, (stored) => {
      const { omitted: _, content_refs = [], ...event } = stored as SessionEvent & { omitted?: true };
      const refs = content_refs.filter(({ pointer }) => pointer !== '/text');
      return { ...event, text: masked, ...(refs.length === 0 ? {} : { content_refs: refs }) } as SessionEvent;
    });
  }

  amendUsage(seq: number, usage: TokenUsage): void {
    this.items.change(seq, (stored) => {
      const event = stored as SessionEvent;
      if (event.type !== 'usage') return stored;
      this.usageTotal = addUsage(subtractUsage(this.usageTotal, event.usage), usage);
      return { ...event, usage: defined(usage) };
    });
  }

  complete(): void {
    this.book?.close();
  }

  /** Links a call to the run it started or, without `tools`, continued; returns false if there is no such call. */
  linkSubagent(nativeId: string, subSessionId: string, tools?: readonly ToolCount[]): boolean {
    return this.calls.link(nativeId, subSessionId, tools);
  }

  amendNotice(seq: number, more: Parameters<ItemSink['amendNotice']>[1]): void {
    this.lateFigures.set(seq, {
      ...this.lateFigures.get(seq),
      ...defined({
        tokens_before: more.tokensBefore,
        tokens_after: more.tokensAfter,
        duration_ms: more.durationMs,
      }),
    });
  }

  hasCall(nativeId: string): boolean {
    return this.calls.find(nativeId) !== undefined;
  }

  abandon(seqs: Iterable<number>): void {
    this.items.abandon(seqs);
  }

  get facts(): Facts {
    return this.described.current;
  }

  describe(facts: Facts): void {
    this.described.add(facts);
    const startMs = toMillis(facts.startedAt);
    // The run's start as the source states it now is taken as its final start.
    if (startMs !== undefined && this.described.isSettled) this.calls.supposeBase(startMs);
  }

  /** Treats what is described from now on as provisional. */
  suppose(): void {
    this.described.suppose();
  }

  /** Takes back provisional facts. */
  settle(): void {
    this.described.settle();
  }

  /** The call's id in the session; undefined where no such call was opened. */
  callIdOf(id: string | number | undefined): string | undefined {
    const callIndex = id === undefined ? undefined : this.calls.find(id);
    return callIndex === undefined ? undefined : this.calls.callId(callIndex);
  }

  get callCount(): number {
    return this.calls.size;
  }

  /** The ids of the calls, in their order. */
  callIds(): string[] {
    return Array.from({ length: this.calls.size }, (_, callIndex) => this.calls.callId(callIndex));
  }

  /** Number of calls that failed, in the narrow sense. */
  get failedCount(): number {
    return this.calls.countOf('failed');
  }

  /** Number of calls that v3.0 counts as failed: includes denied, interrupted, cancelled and unanswered ones. */
  countCallsWithoutSuccess(): number {
    return this.calls.countWithoutSuccess();
  }

  countTools(): ToolCount[] {
    return this.calls.countTools();
  }

  inferPhases(annotatedAt: string): Iterable<PhaseAnnotation> {
    return this.withContext(this.calls.inferPhases(annotatedAt));
  }

  /** Phases with what their calls used of earlier ones, if that is inferred. */
  *withContext(phases: Iterable<PhaseAnnotation>): Generator<PhaseAnnotation> {
    const { book, calls, items } = this;
    const callAt = (callIndex: number) => items.kept(calls.seqAt(callIndex)) as ToolCall | undefined;
    for (const phase of phases) yield book?.withContext(phase, callAt, (id) => calls.indexOfId(id)) ?? phase;
  }

  /** Prepares a reading in the current state: reports open calls and clears former links. */
  closeBook(report: (diagnostic: Diagnostic) => void): void {
    this.calls.unlink();
    for (const { start } of this.calls.openCalls()) {
      report(this.diagnostic('unanswered-call', start.ref, start.name));
    }
  }

  /** Whether a call still waits for its result. */
  get hasOpenCalls(): boolean {
    return this.calls.hasOpen;
  }

  /** The calls in order, with later amendments. */
  *finishedCalls({ base, contentFolder, clean }: RunFrame): Generator<Finished<ToolCall>> {
    const { calls } = this;
    for (let callIndex = 0; callIndex < calls.size; callIndex += 1) {
      const open = calls.openAt(callIndex);
      const isSource = this.book?.isSilentSource(callIndex) === true;
      const unanswered = open === undefined ? undefined : this.build(callIndex, open, { outcome: 'unanswered' }, clean);
      yield this.items.read(calls.seqAt(callIndex), {
        settle: (stored) => {
          const settled = calls.settle(stored as ToolCall, callIndex, this.context.format, base);
          return isSource ? withContribution(settled) : settled;
        },
        asStored: !isSource && calls.isSettled(callIndex, base),
        contentFolder,
        ...(unanswered === undefined ? {} : { provisional: unanswered }),
      });
    }
  }

  /** The events in order. */
  *finishedEvents({ contentFolder }: RunFrame): Generator<Finished<SessionEvent>> {
    let callIndex = 0;
    for (let seq = 1; seq <= this.seq; seq += 1) {
      if (callIndex < this.calls.size && this.calls.seqAt(callIndex) === seq) {
        callIndex += 1;
        continue;
      }
      const late = this.lateFigures.get(seq);
      yield this.items.read(seq, {
        settle: (stored) => ({ ...(stored as SessionEvent), ...late }),
        asStored: late === undefined,
        contentFolder,
      });
    }
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

  private finish(callIndex: number, open: OpenCall, result: CallResult): void {
    const { clean, format } = this.context;
    const call = this.build(callIndex, open, this.withChanges(callIndex, result), clean);
    this.calls.end(callIndex, result.outcome, call.duration_ms);
    this.book?.end(callIndex, call);
    this.files.noteCall(call);
    this.items.put(call.seq ?? 0, this.calls.takeLate(callIndex, call, format));
  }

  /** Notes the files that a result changed; returns it without the files before its changes that are known already. */
  private withChanges(callIndex: number, result: CallResult): CallResult {
    const { outcome, patches } = result;
    if (patches === undefined) return result;
    const isDone = outcome === 'succeeded' || outcome === 'unknown';
    if (isDone) this.files.note(patches);
    const { firstChanges } = this.context;
    const kept = isDone ? firstChanges.keepBefore(patches, this.calls.callId(callIndex)) : patches.map(withoutBefore);
    return { ...result, patches: kept };
  }

  private build(callIndex: number, { start, began, category }: OpenCall, result: CallResult, clean: Cleaner): ToolCall {
    this.calls.markRelative(callIndex, !began.absolute);
    const { times, inferred, backwardsMs } = callTimes(began, result, this.clock, this.calls.supposedBaseMs);
    if (backwardsMs !== undefined) this.report('clock-backwards', start.ref, `${backwardsMs} ms`);
    const { format, contents } = this.context;
    const frame = {
      callId: this.calls.callId(callIndex),
      seq: this.calls.seqAt(callIndex),
      category,
      format,
      clean,
      contents,
    };
    return buildCall(start, result, times, inferred, frame);
  }

  private event(item: ItemOrigin, { fields, refs }: EventPart): number {
    this.seq += 1;
    this.eventCount += 1;
    const { clean, format, idPrefix } = this.context;
    // What programs note may stand at the end without a time; only what somebody says shows that the run went on.
    const isRead = item.at !== undefined || fields.type === 'message' || fields.type === 'thinking';
    const at = isRead ? this.clock.read(item.at) : undefined;
    const extensions = mergeExtensions(undefined, format, item.extensions);
    const event: Record<string, unknown> = {
      event_id: `${idPrefix}event-${String(this.eventCount).padStart(3, '0')}`,
      seq: this.seq,
      ...fields,
    };
    if (at?.given === true) event.at = toIso(at.ms);
    const ref = sourceRefOf(item, clean);
    if (ref !== undefined) event.source_ref = ref;
    if (item.inferred !== undefined && item.inferred.length > 0) event.inferred = item.inferred;
    if (extensions !== undefined) event.extensions = clean.value(extensions);
    if (refs.length > 0) event.content_refs = refs;
    this.items.put(this.seq, event as unknown as SessionEvent);
    return this.seq;
  }

  private report(code: DiagnosticCode, ref: SourceRef | undefined, actual: string): void {
    this.context.report(this.diagnostic(code, ref, actual));
  }

  private diagnostic(code: DiagnosticCode, ref: SourceRef | undefined, actual: string): Diagnostic {
    const file = ref === undefined ? undefined : this.context.names[ref.source];
    const at =
      ref === undefined || file === undefined ? {} : { at: { file, line: ref.line, byteOffset: ref.byte_offset } };
    return diagnose(code, { ...at, actual: actual.slice(0, MAX_ACTUAL) });
  }
}
