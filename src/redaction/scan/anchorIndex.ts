import { type Anchor, type Place, parseAnchor, textOf, windowLength } from './anchor.ts';
import { createWindowChooser, foldByte } from './anchorWindow.ts';
import type { CharSet } from './charSet.ts';

/** Called with an anchor of `owner` found at `[at, after)`; returns the position to continue from, or 0 for the next one. */
export type AnchorVisitor<Owner> = (owner: Owner, at: number, after: number) => number;

/** Finds all anchors of many rules in one pass. */
export interface AnchorIndex<Owner> {
  /** Calls `visit` for every anchor in `text`, from left to right by the position of its window. Returns whether the text is all ASCII. */
  scan(text: string, visit: AnchorVisitor<Owner>): boolean;
}

/** Number of characters encoded at once. */
const chunkBytes = 32_768;
/** The filter has one bit per hash of a window: few other texts pass, and it fits in the processor's cache. */
const hashBits = 20;
const hashShift = 32 - hashBits;
// Knuth's multiplier, 2^32 over the golden ratio: spreads windows that differ in one character.
const spread = 0x9e3779b1 | 0;

/**
 * Builds the index. A text is encoded as UTF-8, which engines do at memory speed. The search looks for four bytes of each anchor, its
 * window: it slides over the text as one number, whose hash selects one bit of a filter. No step depends on the result of the one before,
 * so a processor works on several bytes at once; a search that skips (Wu and Manber's, used before) has to wait for each result. Where the
 * bit is set, the anchors with this window are compared in full.
 */
export function createAnchorIndex<Owner>(
  anchors: readonly { readonly anchor: Anchor; readonly owner: Owner }[],
): AnchorIndex<Owner> {
  const filter = new Int32Array(2 ** (hashBits - 5));
  const windows = createWindowTable();
  const owners: Owner[][] = [];
  const numbers = new Map<string, number>();
  const sets = { exact: new Map<string, CharSet>(), anyCase: new Map<string, CharSet>() };
  const windowOf = createWindowChooser();
  const shapes = createShapes();
  for (const { anchor, owner } of anchors) {
    const key = `${typeof anchor} ${textOf(anchor)}`;
    const known = numbers.get(key);
    if (known !== undefined) {
      owners[known]?.push(owner);
      continue;
    }
    const places = parseAnchor(anchor, sets);
    const { codes, head } = windowOf(places);
    const number = shapes.add(places, head);
    numbers.set(key, number);
    owners.push([owner]);
    codes.forEach((code) => {
      const hash = Math.imul(code, spread) >>> hashShift;
      filter[hash >> 5] = (filter[hash >> 5] as number) | (1 << (hash & 31));
      windows.add(code, number);
    });
  }
  const { anchorsAt, numberAt } = windows.finish();
  const { standsAt, headOf, lengthOf } = shapes.finish();

  /** Visits the anchors of one window, whose last byte belongs to the unit before `end`; returns where to continue. */
  const visitWindow = (at: number, text: string, end: number, from: number, visit: AnchorVisitor<Owner>): number => {
    let resume = from;
    for (let next = at, number = numberAt(next); number >= 0; number = numberAt(++next)) {
      const start = end - headOf(number);
      if (start >= from && standsAt(number, text, start)) {
        for (const owner of owners[number] as Owner[]) {
          resume = Math.max(resume, visit(owner, start, start + lengthOf(number)));
        }
      }
    }
    return resume;
  };

  // The last bytes of a chunk are kept before the next chunk, because a window may begin in them.
  const bytes = new Uint8Array(before + chunkBytes);
  const body = bytes.subarray(before);
  const encoder = new TextEncoder();

  const scan = (text: string, visit: AnchorVisitor<Owner>): boolean => {
    let rest = text;
    let isAscii = true;
    let resume = 0;
    let units = 0;
    bytes[0] = bytes[1] = bytes[2] = 0;
    for (;;) {
      const { read, written } = encoder.encodeInto(rest, body);
      const isNarrow = read === written;
      isAscii &&= isNarrow;
      const end = before + written;
      let counted = before;
      for (let at = nextStop(bytes, before, end, filter); at < end; at = nextStop(bytes, at + 1, end, filter)) {
        const first = anchorsAt(windowAt(bytes, at));
        if (first < 0) continue;
        units += isNarrow ? at + 1 - counted : countUnits(bytes, counted, at + 1);
        counted = at + 1;
        resume = visitWindow(first, text, units, resume, visit);
      }
      if (read === rest.length) return isAscii;
      units += isNarrow ? end - counted : countUnits(bytes, counted, end);
      bytes.copyWithin(0, written, end);
      rest = rest.slice(read);
    }
  };
  return { scan };
}

const before = windowLength - 1;

/** Finds the next byte that may end a window of an anchor. All the time is spent here, so it is kept small. */
function nextStop(bytes: Uint8Array, from: number, end: number, filter: Int32Array): number {
  let window = fold3(bytes, from - 1);
  for (let at = from; at < end; at++) {
    window = (window << 8) | (folded[bytes[at] as number] as number);
    const hash = Math.imul(window, spread) >>> hashShift;
    if ((((filter[hash >> 5] as number) >>> (hash & 31)) & 1) !== 0) return at;
  }
  return end;
}

/** Returns the code of the window that ends with the byte at `at`. */
function windowAt(bytes: Uint8Array, at: number): number {
  return (fold3(bytes, at - 1) << 8) | (folded[bytes[at] as number] as number);
}

/** Returns the code of the three bytes that end with the byte at `at`. */
function fold3(bytes: Uint8Array, at: number): number {
  const first = folded[bytes[at - 2] as number] as number;
  const second = folded[bytes[at - 1] as number] as number;
  return (first << 16) | (second << 8) | (folded[bytes[at] as number] as number);
}

const folded = Uint8Array.from({ length: 256 }, (_, byte) => foldByte(byte));

/** Counts the UTF-16 units of the characters that begin in a range; continuation bytes begin none. */
function countUnits(bytes: Uint8Array, from: number, to: number): number {
  // Each byte is one unit, except continuation bytes (none) and the first byte of a four-byte character (two).
  let units = to - from;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x80) continue;
    if (byte < 0xc0) units--;
    else if (byte >= 0xf0) units++;
  }
  return units;
}

/** The anchors of each window, in tables of numbers: they stay in the processor's cache where objects would not. */
function createWindowTable() {
  const numbersOf = new Map<number, number[]>();
  return {
    add(code: number, anchor: number): void {
      const known = numbersOf.get(code);
      if (known === undefined) numbersOf.set(code, [anchor]);
      else known.push(anchor);
    },
    finish() {
      const bits = 32 - Math.clz32(numbersOf.size * 3);
      const shift = 32 - bits;
      const mask = 2 ** bits - 1;
      const codes = new Int32Array(2 ** bits);
      const firsts = new Int32Array(2 ** bits).fill(-1);
      const numbers: number[] = [];
      for (const [code, anchors] of numbersOf) {
        let slot = Math.imul(code, spread) >>> shift;
        while (firsts[slot] !== -1) slot = (slot + 1) & mask;
        codes[slot] = code;
        firsts[slot] = numbers.length;
        numbers.push(...anchors, -1);
      }
      const list = Int16Array.from(numbers);
      return {
        /** Where the anchors of a window begin in the list; -1 if it has none. */
        anchorsAt(code: number): number {
          let slot = Math.imul(code, spread) >>> shift;
          while (firsts[slot] !== -1) {
            if (codes[slot] === code) return firsts[slot] as number;
            slot = (slot + 1) & mask;
          }
          return -1;
        },
        /** The anchor at a place of the list; -1 behind the last of a window. */
        numberAt: (at: number): number => list[at] as number,
      };
    },
  };
}

/** What may stand at the positions of each anchor, by UTF-16 unit: a set of ASCII characters, or one unit of another script. */
function createShapes() {
  const setNumbers = new Map<CharSet, number>();
  const units: number[] = [];
  const firsts: number[] = [];
  const heads: number[] = [];
  const unitOf = (set: CharSet): number => {
    const known = setNumbers.get(set) ?? setNumbers.size;
    setNumbers.set(set, known);
    return -known - 1;
  };
  return {
    /** Returns the number of the anchor; `head` is the number of its units before the end of its window. */
    add(places: readonly Place[], head: number): number {
      firsts.push(units.length);
      heads.push(head);
      for (const place of places) {
        if (typeof place !== 'string') units.push(unitOf(place));
        else for (let at = 0; at < place.length; at++) units.push(place.charCodeAt(at));
      }
      return heads.length - 1;
    },
    finish() {
      const flags = new Uint8Array(setNumbers.size * setSize);
      for (const [set, number] of setNumbers) flags.set(set, number * setSize);
      const unitAt = Int32Array.from(units);
      const firstOf = Int32Array.from([...firsts, units.length]);
      const headAt = Uint16Array.from(heads);
      return {
        headOf: (anchor: number): number => headAt[anchor] as number,
        lengthOf: (anchor: number): number => (firstOf[anchor + 1] as number) - (firstOf[anchor] as number),
        standsAt(anchor: number, text: string, at: number): boolean {
          const first = firstOf[anchor] as number;
          const end = firstOf[anchor + 1] as number;
          if (at + end - first > text.length) return false;
          for (let place = first; place < end; place++) {
            const code = text.charCodeAt(at + place - first);
            const unit = unitAt[place] as number;
            if (unit >= 0 ? unit !== code : code >= setSize || flags[code - (unit + 1) * setSize] !== 1) return false;
          }
          return true;
        },
      };
    },
  };
}

/** Number of ASCII characters. */
const setSize = 128;
