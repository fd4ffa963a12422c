import { type Anchor, type Place, parseAnchor, textOf, windowLength } from './anchor.ts';
import { createWindowChooser, foldByte } from './anchorWindow.ts';
import { type CharSet, charSet } from './charSet.ts';

/** Called with an anchor of `owner` found at `[at, after)`; returns the position to continue from, or 0 for the next one. */
export type AnchorVisitor<Owner> = (owner: Owner, at: number, after: number) => number;

/** Finds all anchors of many rules in one pass. */
export interface AnchorIndex<Owner> {
  /** Calls `visit` for every anchor in `text`, from left to right by the position of its window. Returns whether the text is all ASCII. */
  scan(text: string, visit: AnchorVisitor<Owner>): boolean;
}

interface Entry<Owner> {
  /** Of one and the same anchor. */
  readonly owners: Owner[];
  /** What may stand at each position, by UTF-16 unit: a set of ASCII characters, or this one unit. */
  readonly sets: readonly CharSet[];
  readonly wide: Uint16Array;
  /** Number of units before the end of its window. */
  readonly head: number;
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
  const buckets = new Map<number, Entry<Owner>[]>();
  const entries = new Map<string, Entry<Owner>>();
  const sets = { exact: new Map<string, CharSet>(), anyCase: new Map<string, CharSet>() };
  const windowOf = createWindowChooser();
  for (const { anchor, owner } of anchors) {
    const key = `${typeof anchor} ${textOf(anchor)}`;
    const known = entries.get(key);
    if (known !== undefined) {
      known.owners.push(owner);
      continue;
    }
    const places = parseAnchor(anchor, sets);
    const { codes, head } = windowOf(places);
    const entry = { owners: [owner], head, ...unitsOf(places) };
    entries.set(key, entry);
    for (const code of codes) {
      const hash = Math.imul(code, spread) >>> hashShift;
      filter[hash >> 5] = (filter[hash >> 5] as number) | (1 << (hash & 31));
      const bucket = buckets.get(code);
      if (bucket === undefined) buckets.set(code, [entry]);
      else bucket.push(entry);
    }
  }
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
        const bucket = buckets.get(windowAt(bytes, at));
        if (bucket === undefined) continue;
        units += isNarrow ? at + 1 - counted : countUnits(bytes, counted, at + 1);
        counted = at + 1;
        resume = visitBucket(bucket, text, units, resume, visit);
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

/** Compares the anchors of one window, whose last byte belongs to the unit before `end`; returns where to continue. */
function visitBucket<Owner>(
  bucket: readonly Entry<Owner>[],
  text: string,
  end: number,
  from: number,
  visit: AnchorVisitor<Owner>,
): number {
  let resume = from;
  for (let order = 0; order < bucket.length; order++) {
    const { owners, sets, wide, head } = bucket[order] as Entry<Owner>;
    const at = end - head;
    if (at < from || !standsAt(text, at, sets, wide)) continue;
    for (let each = 0; each < owners.length; each++) {
      resume = Math.max(resume, visit(owners[each] as Owner, at, at + sets.length));
    }
  }
  return resume;
}

function standsAt(text: string, at: number, sets: readonly CharSet[], wide: Uint16Array): boolean {
  if (at + sets.length > text.length) return false;
  for (let place = 0; place < sets.length; place++) {
    const code = text.charCodeAt(at + place);
    if (code > lastAscii ? wide[place] !== code : (sets[place] as CharSet)[code] !== 1) return false;
  }
  return true;
}

const lastAscii = 0x7f;
const noAscii = charSet('');

/** Expands the positions into UTF-16 units: a set of ASCII characters, or this one unit. */
function unitsOf(places: readonly Place[]): { sets: CharSet[]; wide: Uint16Array } {
  const sets: CharSet[] = [];
  const wide: number[] = [];
  for (const place of places) {
    for (let unit = 0; unit < (typeof place === 'string' ? place.length : 1); unit++) {
      sets.push(typeof place === 'string' ? noAscii : place);
      wide.push(typeof place === 'string' ? place.charCodeAt(unit) : 0);
    }
  }
  return { sets, wide: Uint16Array.from(wide) };
}
