import type { SessionFacts, SessionSink, SourceAnnotation, SubSessionFacts, SubSessionSink } from '../assembly.ts';
import type { ItemStore } from './itemStore.ts';
import { RunAssembler, type RunContext } from './runAssembler.ts';

/** Lays later facts over earlier ones; `undefined` changes nothing, `inferred` and `extensions` add up. */
function mergeFacts<Facts extends SessionFacts | SubSessionFacts>(before: Facts, later: Facts): Facts {
  const given = Object.fromEntries(Object.entries(later).filter(([, value]) => value !== undefined));
  return {
    ...before,
    ...given,
    inferred: [...new Set([...(before.inferred ?? []), ...(later.inferred ?? [])])],
    extensions: { ...before.extensions, ...later.extensions },
  };
}

/** What is known of a run as a whole; what is described for the time being is taken back. */
abstract class DescribedRun<Facts extends SessionFacts | SubSessionFacts> extends RunAssembler {
  facts: Facts = {} as Facts;
  /** The facts that hold, while others are told for the time being. */
  private settled: Facts | undefined;

  describe(facts: Facts): void {
    this.facts = mergeFacts(this.facts, facts);
    if (this.settled === undefined) this.supposeStart(facts.startedAt);
  }

  /** Takes what is described from now on for the time being. */
  suppose(): void {
    this.settled = this.facts;
  }

  /** Takes back what was described for the time being. */
  settle(): void {
    if (this.settled !== undefined) this.facts = this.settled;
    this.settled = undefined;
  }
}

export class SubSessionAssembler extends DescribedRun<SubSessionFacts> implements SubSessionSink {
  readonly id: string;
  /** Whose words its extensions are. */
  readonly format: string;

  constructor(id: string, context: RunContext) {
    super(context);
    this.id = id;
    this.format = context.format;
  }
}

export class SessionAssembler extends DescribedRun<SessionFacts> implements SessionSink {
  readonly annotations: SourceAnnotation[] = [];
  readonly subs = new Map<string, SubSessionAssembler>();
  private readonly runContext: RunContext;
  private readonly createItems: () => ItemStore;

  constructor(context: RunContext, createItems: () => ItemStore) {
    super(context);
    this.runContext = context;
    this.createItems = createItems;
  }

  override suppose(): void {
    super.suppose();
    for (const sub of this.subs.values()) sub.suppose();
  }

  override settle(): void {
    super.settle();
    for (const sub of this.subs.values()) sub.settle();
  }

  annotate(annotation: SourceAnnotation): void {
    this.annotations.push(annotation);
  }

  subSession(nativeId: string, format = this.runContext.format): SubSessionAssembler {
    const known = this.subs.get(nativeId);
    if (known !== undefined) return known;
    const id = `sub-${String(this.subs.size + 1).padStart(3, '0')}`;
    // Phases, and so what they used, are told of the session's own calls.
    const context = { ...this.runContext, format, idPrefix: `${id}-`, store: this.createItems(), traces: false };
    const sub = new SubSessionAssembler(id, context);
    this.subs.set(nativeId, sub);
    return sub;
  }
}
