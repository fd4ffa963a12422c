import type { SessionFacts, SessionSink, SourceAnnotation, SubSessionFacts } from '../assembly.ts';
import type { ItemStore } from './itemStore.ts';
import { createRun, type Run } from './run.ts';
import type { RunContext } from './runParts.ts';

/** The run of a subagent, with its id in the session. */
export interface SubRun extends Run<SubSessionFacts> {
  readonly id: string;
}

/** Builds a session from its own run, the runs of its subagents, and the phases stated by the source. */
export class SessionBuilder {
  readonly run: Run<SessionFacts>;
  /** By native id. */
  readonly subs = new Map<string, SubRun>();
  readonly annotations: SourceAnnotation[] = [];
  /** What a converter writes to. */
  readonly sink: SessionSink;
  private readonly createItems: () => ItemStore;

  constructor(context: RunContext, createItems: () => ItemStore) {
    this.createItems = createItems;
    this.run = createRun(context);
    this.sink = {
      ...this.run.sink,
      annotate: (annotation) => void this.annotations.push(annotation),
      complete: () => this.run.book?.close(),
      subSession: (nativeId, format) => this.subRun(nativeId, format).sink,
    };
  }

  /** Treats what is described from now on as provisional. */
  suppose(): void {
    for (const { described } of [this.run, ...this.subs.values()]) described.suppose();
  }

  /** Takes back provisional facts. */
  settle(): void {
    for (const { described } of [this.run, ...this.subs.values()]) described.settle();
  }

  private subRun(nativeId: string, format = this.run.context.format): SubRun {
    const known = this.subs.get(nativeId);
    if (known !== undefined) return known;
    const id = `sub-${String(this.subs.size + 1).padStart(3, '0')}`;
    // Phases, and so what they used, concern only the session's own calls.
    const context = { ...this.run.context, format, idPrefix: `${id}-`, store: this.createItems(), traces: false };
    const sub = { ...createRun<SubSessionFacts>(context), id };
    this.subs.set(nativeId, sub);
    return sub;
  }
}
