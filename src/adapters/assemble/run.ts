import { type Diagnostic, type PhaseAnnotation, type ToolCall, toMillis } from '../../session/index.ts';
import type { CallAmendment, CallResult, CallStart, ItemSink, SessionFacts, SubSessionFacts } from '../assembly.ts';
import { amendCall, buildCall, cleanAmendment, reviseCall } from './buildCall.ts';
import type { OpenCall } from './callTable.ts';
import type { Cleaner } from './cleanValue.ts';
import { withContribution } from './contextBook.ts';
import { defined } from './fields.ts';
import type { Finished } from './itemStore.ts';
import { callTimes } from './runClock.ts';
import { RunEvents } from './runEvents.ts';
import { createRunParts, diagnoseAt, type RunContext, type RunFrame, type RunParts } from './runParts.ts';
import { createTouchedFiles, type TouchedFiles, withoutBefore } from './touchedFiles.ts';

/** One run of an agent as it is built: numbered, ordered, paired and timed, with its finished items in a store. */
export interface Run<Facts extends SessionFacts | SubSessionFacts> extends RunParts {
  readonly calls: RunCalls;
  readonly events: RunEvents;
  readonly described: RunFacts<Facts>;
  /** What a converter writes to. */
  readonly sink: ItemSink & { describe(facts: Facts): void };
}

export function createRun<Facts extends SessionFacts | SubSessionFacts>(context: RunContext): Run<Facts> {
  const parts = createRunParts(context);
  const calls = new RunCalls(parts);
  const events = new RunEvents(parts);
  const described = new RunFacts<Facts>();
  const { items, table } = parts;
  return {
    ...parts,
    calls,
    events,
    described,
    sink: {
      message: (item) => events.message(item),
      thinking: (item) => events.thinking(item),
      plan: (item) => events.plan(item),
      review: (item) => events.review(item),
      notice: (item) => events.notice(item),
      usage: (item) => events.usage(item),
      unknown: (item) => events.unknown(item),
      amendText: (seq, text) => events.amendText(seq, text),
      amendUsage: (seq, usage) => events.amendUsage(seq, usage),
      amendNotice: (seq, more) => events.amendNotice(seq, more),
      openCall: (start) => calls.open(start),
      closeCall(id, result) {
        const closed = calls.close(id, result);
        if (closed === 'orphan') events.orphan(id, result);
        return closed;
      },
      amendCall: (id, more) => calls.amend(id, more),
      reviseCall: (id, result) => calls.revise(id, result),
      hasCall: (nativeId) => table.find(nativeId) !== undefined,
      abandon: (seqs) => items.abandon(seqs),
      describe(facts) {
        described.add(facts);
        const startMs = toMillis(facts.startedAt);
        // The run's start as the source states it now is taken as its final start.
        if (startMs !== undefined && described.isSettled) table.supposeBase(startMs);
      },
    },
  };
}

/** Pairs the calls of one run with their results, times and stores them, and reads them back. */
class RunCalls {
  readonly files: TouchedFiles;
  private readonly parts: RunParts;

  constructor(parts: RunParts) {
    this.parts = parts;
    const { clean } = parts.context;
    this.files = createTouchedFiles((path) => clean.copy(path));
  }

  open(start: CallStart): number {
    const { items, table, clock, book, report } = this.parts;
    const seq = items.next();
    if (start.nativeId !== undefined && table.find(start.nativeId) !== undefined) {
      report('duplicate-call', start.ref, start.nativeId);
    }
    const callIndex = table.begin(seq, start, clock.read(start.at));
    book?.begin(callIndex);
    return seq;
  }

  close(id: string | number, result: CallResult): 'closed' | 'orphan' | 'duplicate' {
    const { table, report } = this.parts;
    const callIndex = table.find(id);
    if (callIndex === undefined) return 'orphan';
    const open = table.openAt(callIndex);
    if (open === undefined) {
      report('duplicate-result', result.ref, String(id));
      return 'duplicate';
    }
    this.finish(callIndex, open, result);
    return 'closed';
  }

  amend(id: string | number, more: CallAmendment): void {
    const { table, items, context } = this.parts;
    const callIndex = table.find(id);
    if (callIndex === undefined) return;
    const amendment = cleanAmendment(more, context.clean);
    if (!table.postpone(callIndex, amendment)) {
      items.change(table.seqAt(callIndex), (stored) => amendCall(stored as ToolCall, amendment, context.format));
    }
    this.files.note(more.patches ?? []);
  }

  revise(id: string | number, result: CallResult): void {
    const { table, items, context } = this.parts;
    const callIndex = table.find(id);
    if (callIndex === undefined || table.openAt(callIndex) !== undefined) return;
    table.end(callIndex, result.outcome);
    const revised = this.withChanges(callIndex, result);
    const { clean, format, contents } = context;
    const frame = { callId: '', seq: 0, category: 'action', format, clean, contents } as const;
    items.change(table.seqAt(callIndex), (stored) => reviseCall(stored as ToolCall, revised, frame));
  }

  inferPhases(annotatedAt: string): Iterable<PhaseAnnotation> {
    return this.withContext(this.parts.table.inferPhases(annotatedAt));
  }

  /** Phases with what their calls used of earlier ones, if that is inferred. */
  *withContext(phases: Iterable<PhaseAnnotation>): Generator<PhaseAnnotation> {
    const { book, table, items } = this.parts;
    const callAt = (callIndex: number) => items.kept(table.seqAt(callIndex)) as ToolCall | undefined;
    for (const phase of phases) yield book?.withContext(phase, callAt, (id) => table.indexOfId(id)) ?? phase;
  }

  /** Prepares a reading in the current state: reports open calls and clears former links. */
  beginReading(report: (diagnostic: Diagnostic) => void): void {
    const { table, context } = this.parts;
    table.unlink();
    for (const { start } of table.openCalls()) {
      report(diagnoseAt(context.names, 'unanswered-call', start.ref, start.name));
    }
  }

  /** The calls in order, with later amendments. */
  *finished({ base, contentFolder, clean }: RunFrame): Generator<Finished<ToolCall>> {
    const { table, items, book, context } = this.parts;
    for (let callIndex = 0; callIndex < table.size; callIndex += 1) {
      const open = table.openAt(callIndex);
      const isSource = book?.isSilentSource(callIndex) === true;
      const unanswered = open === undefined ? undefined : this.build(callIndex, open, { outcome: 'unanswered' }, clean);
      yield items.read(table.seqAt(callIndex), {
        settle: (stored) => {
          const settled = table.settle(stored as ToolCall, callIndex, context.format, base);
          return isSource ? withContribution(settled) : settled;
        },
        asStored: !isSource && table.isSettled(callIndex, base),
        contentFolder,
        ...(unanswered === undefined ? {} : { provisional: unanswered }),
      });
    }
  }

  private finish(callIndex: number, open: OpenCall, result: CallResult): void {
    const { table, items, book, context } = this.parts;
    const call = this.build(callIndex, open, this.withChanges(callIndex, result), context.clean);
    table.end(callIndex, result.outcome, call.duration_ms);
    book?.end(callIndex, call);
    this.files.noteCall(call);
    items.put(call.seq ?? 0, table.takeLate(callIndex, call, context.format));
  }

  /** Notes the files that a result changed; returns it without the files before its changes that are known already. */
  private withChanges(callIndex: number, result: CallResult): CallResult {
    const { outcome, patches } = result;
    if (patches === undefined) return result;
    const isDone = outcome === 'succeeded' || outcome === 'unknown';
    if (isDone) this.files.note(patches);
    const { table, context } = this.parts;
    const callId = table.callId(callIndex);
    const kept = isDone ? context.firstChanges.keepBefore(patches, callId) : patches.map(withoutBefore);
    return { ...result, patches: kept };
  }

  private build(callIndex: number, { start, began, category }: OpenCall, result: CallResult, clean: Cleaner): ToolCall {
    const { table, clock, context, report } = this.parts;
    table.markRelative(callIndex, !began.absolute);
    const { times, inferred, backwardsMs } = callTimes(began, result, clock, table.supposedBaseMs);
    if (backwardsMs !== undefined) report('clock-backwards', start.ref, `${backwardsMs} ms`);
    const { format, contents } = context;
    const frame = {
      callId: table.callId(callIndex),
      seq: table.seqAt(callIndex),
      category,
      format,
      clean,
      contents,
    };
    return buildCall(start, result, times, inferred, frame);
  }
}

/** Facts about a run as a whole; provisional ones can be taken back. */
class RunFacts<Facts extends SessionFacts | SubSessionFacts> {
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

  /** Treats what is described from now on as provisional. */
  suppose(): void {
    this.settled = this.current;
  }

  /** Takes back provisional facts. */
  settle(): void {
    if (this.settled !== undefined) this.current = this.settled;
    this.settled = undefined;
  }
}
