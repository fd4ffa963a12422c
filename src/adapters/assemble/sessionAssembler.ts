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

export class SubSessionAssembler extends RunAssembler implements SubSessionSink {
  facts: SubSessionFacts = {};
  readonly id: string;
  /** Whose words its extensions are. */
  readonly format: string;

  constructor(id: string, context: RunContext) {
    super(context);
    this.id = id;
    this.format = context.format;
  }

  describe(facts: SubSessionFacts): void {
    this.facts = mergeFacts(this.facts, facts);
    this.supposeStart(facts.startedAt);
  }
}

export class SessionAssembler extends RunAssembler implements SessionSink {
  facts: SessionFacts = {};
  readonly annotations: SourceAnnotation[] = [];
  readonly subs = new Map<string, SubSessionAssembler>();
  private readonly runContext: RunContext;
  private readonly createItems: () => ItemStore;

  constructor(context: RunContext, createItems: () => ItemStore) {
    super(context);
    this.runContext = context;
    this.createItems = createItems;
  }

  describe(facts: SessionFacts): void {
    this.facts = mergeFacts(this.facts, facts);
    this.supposeStart(facts.startedAt);
  }

  annotate(annotation: SourceAnnotation): void {
    this.annotations.push(annotation);
  }

  subSession(nativeId: string, format = this.runContext.format): SubSessionAssembler {
    const known = this.subs.get(nativeId);
    if (known !== undefined) return known;
    const id = `sub-${String(this.subs.size + 1).padStart(3, '0')}`;
    const context = { ...this.runContext, format, idPrefix: `${id}-`, store: this.createItems() };
    const sub = new SubSessionAssembler(id, context);
    this.subs.set(nativeId, sub);
    return sub;
  }
}
