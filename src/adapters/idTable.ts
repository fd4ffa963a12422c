/** Initial number of slots; a power of two. */
const FIRST_SLOTS = 16;

/** Share of slots in use above which the table grows. */
const MAX_LOAD = 0.6;

/**
 * Numbers ids in order of first appearance: 0, 1, 2 and so on. Stores no text, only a 64-bit hash per id, so that a million ids take some
 * twenty megabytes and give the garbage collector nothing to trace. Two different ids are confused in less than one of a million logs with
 * a million ids each. Not for security.
 */
export class IdTable {
  private count = 0;
  /** Two hash words per id, in order of its number. */
  private hashes = new Uint32Array(FIRST_SLOTS * 2);
  /** The slot's id number plus one; 0 for an empty slot. */
  private slots = new Uint32Array(FIRST_SLOTS);
  /** Hash of the id being looked up. */
  private readonly hash = { high: 0, low: 0 };

  get size(): number {
    return this.count;
  }

  /** The number of an id; undefined if it was never added. */
  find(id: string): number | undefined {
    hashText(id, this.hash);
    const number = this.slots[this.slotOf()] ?? 0;
    return number === 0 ? undefined : number - 1;
  }

  /** The number of an id, adding it if needed; it is new if the number equals the previous size. */
  add(id: string): number {
    hashText(id, this.hash);
    const slot = this.slotOf();
    const known = this.slots[slot] ?? 0;
    if (known !== 0) return known - 1;
    const number = this.count;
    if ((number + 1) * 2 > this.hashes.length) this.hashes = grown(this.hashes);
    this.hashes[number * 2] = this.hash.high;
    this.hashes[number * 2 + 1] = this.hash.low;
    this.slots[slot] = number + 1;
    this.count += 1;
    if (this.count > this.slots.length * MAX_LOAD) this.spread();
    return number;
  }

  /** The slot of the hashed id, or the empty slot for it. */
  private slotOf(): number {
    const { slots, hashes, hash } = this;
    const { high, low } = hash;
    const mask = slots.length - 1;
    let slot = low & mask;
    for (let number = slots[slot] ?? 0; number !== 0; number = slots[slot] ?? 0) {
      if (hashes[number * 2 - 2] === high && hashes[number * 2 - 1] === low) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private spread(): void {
    this.slots = new Uint32Array(this.slots.length * 2);
    const mask = this.slots.length - 1;
    for (let number = 0; number < this.count; number += 1) {
      let slot = (this.hashes[number * 2 + 1] ?? 0) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number + 1;
    }
  }
}

function grown(words: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(words.length * 2);
  longer.set(words);
  return longer;
}

/** A hash of 64 bits, as two words. */
interface HashWords {
  high: number;
  low: number;
}

const encoder = new TextEncoder();
/** The bytes of a text are hashed four at a time: asking a text for its characters one by one costs four times as much. */
const words = new Uint32Array(1024);
const bytes = new Uint8Array(words.buffer);
/** Leaves room for the end of the last word. */
const room = bytes.subarray(0, -3);

/**
 * Writes a 64-bit hash of a text, as two unsigned words. Not for security: halves of surrogate pairs count as one and the same character,
 * and another machine may give another hash.
 */
function hashText(text: string, into: HashWords): void {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; ) {
    const { read, written } = encoder.encodeInto(at === 0 ? text : text.slice(at), room);
    for (let end = written; end % 4 !== 0; end += 1) bytes[end] = 0;
    for (let word = 0; word * 4 < written; word += 1) {
      high = Math.imul(high ^ (words[word] ?? 0), 2654435761);
      low = Math.imul(low ^ (words[word] ?? 0), 1597334677);
      // What differs in the last byte of a word must reach all bits of the next product.
      high ^= high >>> 15;
      low ^= low >>> 13;
    }
    at += read;
  }
  high = Math.imul(high ^ text.length, 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  into.high = high >>> 0;
  into.low = low >>> 0;
}

/** A 53-bit hash of a text: equal for equal texts, almost surely different for different ones. Not for security. */
export function textHash(text: string): number {
  const hash = { high: 0, low: 0 };
  hashText(text, hash);
  return 4294967296 * (2097151 & hash.low) + hash.high;
}
