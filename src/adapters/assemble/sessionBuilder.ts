import type { SessionFacts, SessionSink, SourceAnnotation, SubSessionFacts, SubSessionSink } from '../assembly.ts';
import type { ItemStore } from './itemStore.ts';
import { RunBuilder, type RunContext } from './runBuilder.ts';

/** Builds the run of a subagent. */
export class SubSessionBuilder extends RunBuilder<SubSessionFacts> implements SubSessionSink {
  readonly id: string;

  constructor(id: string, context: RunContext) {
    super(context);
    this.id = id;
  }

  /** The format whose name its extensions have. */
  get format(): string {
    return this.context.format;
  }
}

/** Builds a session from its own run, the runs of its subagents, and the phases stated by the source. */
export class SessionBuilder extends RunBuilder<SessionFacts> implements SessionSink {
  readonly annotations: SourceAnnotation[] = [];
  readonly subs = new Map<string, SubSessionBuilder>();
  private readonly createItems: () => ItemStore;

  constructor(context: RunContext, createItems: () => ItemStore) {
    super(context);
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

  subSession(nativeId: string, format = this.context.format): SubSessionBuilder {
    const known = this.subs.get(nativeId);
    if (known !== undefined) return known;
    const id = `sub-${String(this.subs.size + 1).padStart(3, '0')}`;
    // Phases, and so what they used, concern only the session's own calls.
    const context = { ...this.context, format, idPrefix: `${id}-`, store: this.createItems(), traces: false };
    const sub = new SubSessionBuilder(id, context);
    this.subs.set(nativeId, sub);
    return sub;
  }
}
