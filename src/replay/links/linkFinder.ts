import {
  annotationWorth,
  type CallRole,
  callRole,
  LinkEvidence,
  LinkTracer,
  strengthOf,
  type Verdict,
} from '../../session/internal.ts';
import type { CallItem, EventItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { type AnnotatedLink, annotatedLinks, toldContributions } from './annotatedLinks.ts';
import { LinkTable } from './linkTable.ts';
import { PendingCalls } from './pendingCalls.ts';

/** What has been seen so far in a session. */
interface Memory {
  readonly tracer: LinkTracer;
  readonly pending: PendingCalls;
}

/** Finds the links of a session from its first item on, as far as it is asked to. */
export class LinkFinder {
  readonly links = new LinkTable();
  private readonly index: SessionIndex;
  private readonly annotated: readonly AnnotatedLink[];
  private readonly contributing: ReadonlySet<number>;
  /** Released at the end: it is by far the largest part. */
  private memory: Memory | undefined;
  private next = 0;
  private nextAnnotated = 0;

  constructor(index: SessionIndex) {
    this.index = index;
    const { starts, ends } = index;
    const tracer = new LinkTracer({
      cwd: index.session.environment?.cwd,
      isTogether: (earlier, later) => (starts[later] as number) < (ends[earlier] as number),
    });
    this.memory = { tracer, pending: new PendingCalls() };
    this.annotated = annotatedLinks(index);
    this.contributing = toldContributions(index);
  }

  /** Continues until every link into items up to this one is found. */
  advanceTo(item: number): void {
    const { memory } = this;
    if (memory === undefined) return;
    const { items, starts } = this.index;
    for (; this.next <= item && this.next < items.length; this.next += 1) {
      takeResults(memory, starts[this.next] as number);
      const reached = items[this.next] as CallItem | EventItem;
      if (reached.is === 'call') this.takeCall(memory, reached);
      else if (reached.event.type === 'message' && reached.event.role !== 'assistant') {
        memory.tracer.give(reached.event.text, reached.run);
      }
    }
    if (this.next >= items.length) this.memory = undefined;
  }

  private takeCall({ tracer, pending }: Memory, item: CallItem): void {
    const role: CallRole = callRole(item.call);
    const evidence = new LinkEvidence();
    tracer.askFor(item, role, evidence);
    this.takeAnnotations(item.index, evidence);
    for (const verdict of evidence.verdict()) {
      if (!this.isContradicted(verdict)) this.links.add(verdict.from, item.index, verdict.points, verdict.kinds);
    }
    const end = this.index.ends[item.index] as number;
    if (role.contributes && end !== Number.POSITIVE_INFINITY) pending.add({ item, role, end });
  }

  /** Where some calls of the session say what they contributed, a call that says nothing needs more than a weak sign. */
  private isContradicted({ from, points }: Verdict): boolean {
    if (this.contributing.size === 0 || this.contributing.has(from) || this.index.items[from]?.run !== 0) return false;
    return strengthOf(points) === 'weak';
  }

  private takeAnnotations(to: number, evidence: LinkEvidence): void {
    for (let link = this.annotated[this.nextAnnotated]; link !== undefined && link.to <= to; ) {
      if (link.to === to) evidence.add(link.from, 'annotation', annotationWorth);
      this.nextAnnotated += 1;
      link = this.annotated[this.nextAnnotated];
    }
  }
}

/** Takes in the results of the calls that have ended by now. */
function takeResults({ tracer, pending }: Memory, now: number): void {
  for (let ended = pending.takeEnded(now); ended !== undefined; ended = pending.takeEnded(now)) {
    tracer.show(ended.item, ended.role);
  }
}
