import type { ContextReference } from '../../session/index.ts';
import {
  annotationWorth,
  type CallRole,
  callRole,
  LinkEvidence,
  type LinkReasonKind,
  type LinkStrength,
  LinkTracer,
  reasonBit,
  reasonKinds,
  type Supported,
  strengthOf,
} from '../../session/internal.ts';
import { countBelow } from '../countUpTo.ts';
import { memoize } from '../memoize.ts';
import type { CallItem, EventItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { type AnnotatedLink, annotatedLinks, statedContributions } from './annotatedLinks.ts';

const finderOf = memoize((index: SessionIndex) => new LinkFinder(index));

/** The links into an item: what a call used. Searches no further than that item. */
export function linksInto(index: SessionIndex, item: number): readonly ContextLink[] {
  const finder = finderOf(index);
  finder.advanceTo(item);
  return linksBetween(finder, finder.links.startOf(item), finder.links.startOf(item + 1));
}

/** The links out of an item: where its contribution was used. Needs all links of the session. */
export function linksFrom(index: SessionIndex, item: number): readonly ContextLink[] {
  const { offsets, ordered } = outgoing(index);
  const { links } = finderOf(index);
  return Array.from(ordered.subarray(offsets[item], offsets[item + 1]), (at) => links.linkAt(at));
}

/** Every link of a session, ascending by the call that used something. */
export function contextLinks(index: SessionIndex): readonly ContextLink[] {
  return allLinks(index);
}

const allLinks = memoize((index: SessionIndex): readonly ContextLink[] => {
  const finder = finderOf(index);
  finder.advanceTo(index.items.length - 1);
  return linksBetween(finder, 0, finder.links.length);
});

function linksBetween({ links }: LinkFinder, first: number, end: number): ContextLink[] {
  const found: ContextLink[] = [];
  for (let at = first; at < end; at += 1) found.push(links.linkAt(at));
  return found;
}

/** The links by contributing call: those of item n stand at offsets[n] … offsets[n + 1]. */
const outgoing = memoize((index: SessionIndex) => {
  const finder = finderOf(index);
  finder.advanceTo(index.items.length - 1);
  const { links } = finder;
  const offsets = new Uint32Array(index.items.length + 1);
  for (let at = 0; at < links.length; at += 1) {
    const after = links.fromAt(at) + 1;
    offsets[after] = (offsets[after] as number) + 1;
  }
  for (let item = 1; item < offsets.length; item += 1) {
    offsets[item] = (offsets[item] as number) + (offsets[item - 1] as number);
  }
  const filled = offsets.slice();
  const ordered = new Uint32Array(links.length);
  for (let at = 0; at < links.length; at += 1) {
    const from = links.fromAt(at);
    ordered[filled[from] as number] = at;
    filled[from] = (filled[from] as number) + 1;
  }
  return { offsets, ordered };
});

/** What has been seen so far in a session. */
interface Memory {
  readonly tracer: LinkTracer;
  readonly pending: PendingCalls;
}

/** Finds the links of a session from its first item on, as far as it is asked to. */
class LinkFinder {
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
    this.contributing = statedContributions(index);
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
    for (const call of evidence.supported()) {
      if (!this.isContradicted(call)) this.links.add(call.from, item.index, call.points, call.kinds);
    }
    const end = this.index.ends[item.index] as number;
    if (role.contributes && end !== Number.POSITIVE_INFINITY) pending.add({ item, role, end });
  }

  /** Where some calls of the session say what they contributed, a call that says nothing needs more than a weak sign. */
  private isContradicted({ from, points }: Supported): boolean {
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

/** Links in columns, ascending by the call that used something: a session of 100,000 calls has several hundred thousand links. */
class LinkTable {
  private from = new Int32Array(64);
  private to = new Int32Array(64);
  private scores = new Float32Array(64);
  private kinds = new Uint8Array(64);
  private count = 0;

  get length(): number {
    return this.count;
  }

  /** Adds a link; its `to` must not be less than that of the link before. */
  add(from: number, to: number, score: number, kinds: number): void {
    if (this.count === this.from.length) this.grow();
    this.from[this.count] = from;
    this.to[this.count] = to;
    this.scores[this.count] = score;
    this.kinds[this.count] = kinds;
    this.count += 1;
  }

  /** Position of the first link into an item. */
  startOf(item: number): number {
    return countBelow(this.to.subarray(0, this.count), item);
  }

  linkAt(at: number): ContextLink {
    return {
      from: this.from[at] as number,
      to: this.to[at] as number,
      strength: strengthOf(this.scores[at] as number),
      kinds: kindLists[this.kinds[at] as number] as readonly LinkReasonKind[],
    };
  }

  fromAt(at: number): number {
    return this.from[at] as number;
  }

  private grow(): void {
    const twice = this.from.length * 2;
    const grown = <Column extends Int32Array | Float32Array | Uint8Array>(column: Column, empty: Column): Column => {
      empty.set(column);
      return empty;
    };
    this.from = grown(this.from, new Int32Array(twice));
    this.to = grown(this.to, new Int32Array(twice));
    this.scores = grown(this.scores, new Float32Array(twice));
    this.kinds = grown(this.kinds, new Uint8Array(twice));
  }
}

/** The kinds of every set of bits, made once because links share them. */
const kindLists: readonly (readonly LinkReasonKind[])[] = Array.from({ length: 1 << reasonKinds.length }, (_, bits) =>
  reasonKinds.filter((kind) => (bits & reasonBit(kind)) !== 0),
);

/** A call whose result has not come yet. */
export interface PendingCall {
  readonly item: CallItem;
  readonly role: CallRole;
  readonly end: number;
}

/** Calls by their end, in a heap: thousands may be in flight at once, and each is looked at only a few times. */
export class PendingCalls {
  private readonly heap: PendingCall[] = [];

  add(call: PendingCall): void {
    const { heap } = this;
    let at = heap.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(call, heap[above] as PendingCall)) break;
      heap[at] = heap[above] as PendingCall;
      at = above;
    }
    heap[at] = call;
  }

  /** Removes and returns the call that ended first, if it has ended by now. */
  takeEnded(now: number): PendingCall | undefined {
    const [first] = this.heap;
    if (first === undefined || first.end > now) return undefined;
    const last = this.heap.pop() as PendingCall;
    if (this.heap.length > 0) this.sink(last);
    return first;
  }

  private sink(call: PendingCall): void {
    const { heap } = this;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1] as PendingCall, heap[below] as PendingCall)) below += 1;
      if (!isBefore(heap[below] as PendingCall, call)) break;
      heap[at] = heap[below] as PendingCall;
      at = below;
    }
    heap[at] = call;
  }
}

function isBefore(one: PendingCall, other: PendingCall): boolean {
  return one.end < other.end || (one.end === other.end && one.item.index < other.item.index);
}

export type { LinkReasonKind, LinkStrength };

/** Why a call is believed to have used what another one contributed. */
export type LinkReason =
  /** Lines that the contributing call showed stand in the other call's input; `text` is the first of them. */
  | { readonly kind: 'quote'; readonly lines: number; readonly text: string }
  /** The contributing call read the file that the other call changes. */
  | { readonly kind: 'file'; readonly path: string }
  /** An annotation states it, or the contributing call does; then `source` is that call's stated contribution. */
  | { readonly kind: 'annotation'; readonly reference: ContextReference }
  /** The contributing call is a search that found lines of the file that the other call reads. */
  | { readonly kind: 'place'; readonly path: string }
  /** The contributing call showed words (paths, ids, names from code, numbers) that the other call uses: the three most distinctive. */
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly more: number };

/** A call contributed something that a later one used. */
export interface ContextLink {
  /** The contributing call, as a position in `SessionIndex.items`. */
  readonly from: number;
  /** The call that used it. */
  readonly to: number;
  readonly strength: LinkStrength;
  /** Why, the strongest kind of reason first; `explainLink` gives the reasons themselves. */
  readonly kinds: readonly LinkReasonKind[];
}
