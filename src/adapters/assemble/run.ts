import { toMillis } from '../../session/index.ts';
import type { ItemSink, SessionFacts, SubSessionFacts } from '../assembly.ts';
import { defined } from './fields.ts';
import { RunCalls } from './runCalls.ts';
import { RunEvents } from './runEvents.ts';
import { createRunParts, type RunContext, type RunParts } from './runParts.ts';

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
