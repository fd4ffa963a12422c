import { type LinkReasonKind, reasonBit, reasonKinds, strengthOf } from '../../session/internal.ts';
import { countBelow } from '../countUpTo.ts';
import type { ContextLink } from './contextLink.ts';

/** Links in columns, ascending by the call that used something: a session of 100,000 calls has several hundred thousand links. */
export class LinkTable {
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

  linkAt(place: number): ContextLink {
    return {
      from: this.from[place] as number,
      to: this.to[place] as number,
      strength: strengthOf(this.scores[place] as number),
      kinds: kindLists[this.kinds[place] as number] as readonly LinkReasonKind[],
    };
  }

  fromAt(place: number): number {
    return this.from[place] as number;
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
