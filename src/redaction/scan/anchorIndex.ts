import { type Anchor, KnownPositions, type Position, parseAnchor, textOf, windowLength } from './anchor.ts';
import { createWindowChooser, foldByte } from './anchorWindow.ts';

/** Called with an anchor of `owner` found at `[at, after)`; returns the position to continue from, or 0 for the next one. */
export type AnchorVisitor<Owner> = (owner: Owner, at: number, after: number) => number;

/** Finds all anchors of many rules in one pass. */
export interface AnchorIndex<Owner> {
  /** Calls `visit` for every anchor in `text`, from left to right by the position of its window. Returns whether the text is all ASCII. */
  scan(text: string, visit: AnchorVisitor<Owner>): boolean;
}

/** An anchor, and who looks for it. */
interface Entry<Owner> {
  /** Of one and the same anchor. */
  readonly owners: Owner[];
  /** Where its positions begin in {@link Positions.units}. */
  readonly from: number;
  /** Number of its UTF-16 units. */
  readonly length: number;
  /** Number of units before the end of its window. */
  readonly head: number;
}

/** What may stand at the positions of all anchors, one after the other: few lists, because the search reads them at every stop. */
interface Positions {
  /** A row of `flags` for each position, or `~unit` for one UTF-16 unit beyond ASCII. */
  readonly units: Int32Array;
  /** A flag for each ASCII character, 128 a row. */
  readonly flags: Uint8Array;
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
  const { windows, positions } = readAnchors(anchors);
  const filter = createFilter(windows);
  const entriesOf = createWindowTable(windows);
  // The last bytes of a chunk are kept before the next chunk, because a window may begin in them.
  const bytes = new Uint8Array(before + chunkBytes);
  const body = bytes.subarray(before);

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
        const entries = entriesOf(windowAt(bytes, at));
        if (entries === undefined) continue;
        units += isNarrow ? at + 1 - counted : countUnits(bytes, counted, at + 1);
        counted = at + 1;
        resume = visitEntries(entries, positions, text, units, resume, visit);
      }
      if (read === rest.length) return isAscii;
      units += isNarrow ? end - counted : countUnits(bytes, counted, end);
      bytes.copyWithin(0, written, end);
      rest = rest.slice(read);
    }
  };
  return { scan };
}

const encoder = new TextEncoder();
const before = windowLength - 1;

/** One bit for the hash of each number that a window may form. */
function createFilter(windows: readonly Window<unknown>[]): Int32Array {
  const filter = new Int32Array(2 ** (hashBits - 5));
  for (let each = 0; each < windows.length; each++) {
    const { codes } = windows[each] as Window<unknown>;
    for (let at = 0; at < codes.length; at++) {
      const hash = Math.imul(codes[at] as number, spread) >>> hashShift;
      filter[hash >> 5] = (filter[hash >> 5] as number) | (1 << (hash & 31));
    }
  }
  return filter;
}

/** An anchor under each number that its window may form. */
interface Window<Owner> {
  readonly codes: readonly number[];
  readonly entry: Entry<Owner>;
}

/** Parses anchors, equal ones once, and chooses their windows. */
function readAnchors<Owner>(anchors: readonly { readonly anchor: Anchor; readonly owner: Owner }[]): {
  windows: readonly Window<Owner>[];
  positions: Positions;
} {
  const entries = new Map<string, Entry<Owner>>();
  const windows: Window<Owner>[] = [];
  const units: number[] = [];
  const known = new KnownPositions();
  const windowOf = createWindowChooser();
  for (const { anchor, owner } of anchors) {
    const key = `${typeof anchor} ${textOf(anchor)}`;
    const same = entries.get(key);
    if (same !== undefined) {
      same.owners.push(owner);
      continue;
    }
    const positions = parseAnchor(anchor, known);
    const { codes, head } = windowOf(positions);
    const from = units.length;
    for (let at = 0; at < positions.length; at++) {
      const { id, allowed } = positions[at] as Position;
      if (typeof allowed !== 'string') units.push(id);
      else for (let unit = 0; unit < allowed.length; unit++) units.push(~allowed.charCodeAt(unit));
    }
    const entry = { owners: [owner], from, length: units.length - from, head };
    entries.set(key, entry);
    windows.push({ codes, entry });
  }
  const flags = new Uint8Array(known.all.length * rowLength);
  for (const { id, allowed } of known.all) if (typeof allowed !== 'string') flags.set(allowed, id * rowLength);
  return { windows, positions: { units: Int32Array.from(units), flags } };
}

const rowLength = 128;

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

/** Creates a table from the codes of windows to what has them, in order: each code has the first free slot from its hash on. */
function createWindowTable<Owner>(
  windows: readonly Window<Owner>[],
): (code: number) => readonly Entry<Owner>[] | undefined {
  const count = windows.reduce((sum, { codes }) => sum + codes.length, 0);
  // At most half of the slots are taken.
  const sizeBits = Math.ceil(Math.log2(2 * count + 1));
  const last = 2 ** sizeBits - 1;
  const codeAt = new Int32Array(last + 1);
  // The number of the list in each slot, 0 where it is free: a text's windows are looked up here far more often than they are found.
  const listAt = new Int32Array(last + 1);
  const lists: (readonly Entry<Owner>[] | undefined)[] = [undefined];
  const slotOf = (code: number): number => {
    let slot = Math.imul(code, spread) >>> (32 - sizeBits);
    while (listAt[slot] !== 0 && codeAt[slot] !== code) slot = (slot + 1) & last;
    return slot;
  };
  for (let each = 0; each < windows.length; each++) {
    const { codes, entry } = windows[each] as Window<Owner>;
    const alone = lists.push([entry]) - 1;
    for (let at = 0; at < codes.length; at++) {
      const slot = slotOf(codes[at] as number);
      const others = lists[listAt[slot] as number];
      codeAt[slot] = codes[at] as number;
      listAt[slot] = others === undefined ? alone : lists.push([...others, entry]) - 1;
    }
  }
  return (code) => lists[listAt[slotOf(code)] as number];
}

/** Compares the anchors of one window, whose last byte belongs to the unit before `end`; returns where to continue. */
function visitEntries<Owner>(
  entries: readonly Entry<Owner>[],
  positions: Positions,
  text: string,
  end: number,
  from: number,
  visit: AnchorVisitor<Owner>,
): number {
  let resume = from;
  for (let order = 0; order < entries.length; order++) {
    const entry = entries[order] as Entry<Owner>;
    const at = end - entry.head;
    if (at < from || !standsAt(text, at, entry, positions)) continue;
    const { owners, length } = entry;
    for (let each = 0; each < owners.length; each++) {
      resume = Math.max(resume, visit(owners[each] as Owner, at, at + length));
    }
  }
  return resume;
}

function standsAt<Owner>(
  text: string,
  at: number,
  { from, length }: Entry<Owner>,
  { units, flags }: Positions,
): boolean {
  if (at + length > text.length) return false;
  for (let place = 0; place < length; place++) {
    const code = text.charCodeAt(at + place);
    const unit = units[from + place] as number;
    if (code > lastAscii ? unit !== ~code : unit < 0 || flags[unit * rowLength + code] !== 1) return false;
  }
  return true;
}

const lastAscii = 0x7f;
