import { type Anchor, type Place, parseAnchor, textOf, windowLength } from './anchor.ts';
import type { CharSet } from './charSet.ts';

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
  const filter = new Int32Array(2 ** (hashBits - 5));
  for (const { codes } of windows) {
    for (const code of codes) {
      const hash = Math.imul(code, spread) >>> hashShift;
      filter[hash >> 5] = (filter[hash >> 5] as number) | (1 << (hash & 31));
    }
  }
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

const before = windowLength - 1;

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
  const rows = new Map<CharSet, number>();
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
    const from = units.length;
    for (const place of places) {
      if (typeof place === 'string') {
        for (let at = 0; at < place.length; at++) units.push(~place.charCodeAt(at));
      } else {
        const row = rows.get(place) ?? rows.size;
        rows.set(place, row);
        units.push(row);
      }
    }
    const entry = { owners: [owner], from, length: units.length - from, head };
    entries.set(key, entry);
    windows.push({ codes, entry });
  }
  const flags = new Uint8Array(rows.size * rowLength);
  for (const [set, row] of rows) flags.set(set, row * rowLength);
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
  const entriesAt = new Array<readonly Entry<Owner>[] | undefined>(last + 1).fill(undefined);
  const slotOf = (code: number): number => {
    let slot = Math.imul(code, spread) >>> (32 - sizeBits);
    while (entriesAt[slot] !== undefined && codeAt[slot] !== code) slot = (slot + 1) & last;
    return slot;
  };
  for (const { codes, entry } of windows) {
    const alone = [entry];
    for (const code of codes) {
      const slot = slotOf(code);
      codeAt[slot] = code;
      const others = entriesAt[slot];
      entriesAt[slot] = others === undefined ? alone : [...others, entry];
    }
  }
  return (code) => entriesAt[slotOf(code)];
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

/** The bytes of an anchor by which the index finds it. */
interface AnchorWindow {
  /** Every number that the bytes may form, folded by {@link foldByte}, the first byte highest. */
  readonly codes: readonly number[];
  /** Number of the anchor's UTF-16 units that begin before the end of the window. */
  readonly head: number;
}

/** Returns the value of a byte in a window, ignoring the case of letters. */
function foldByte(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

interface Byte {
  readonly options: readonly number[];
  /** How often one of them occurs in a text by chance. */
  readonly share: number;
  /** Number of UTF-16 units that begin with it. */
  readonly units: number;
}

/**
 * Creates the function that chooses, for an anchor, the four of its bytes that are rarest in ordinary text, because the search has to stop
 * at each occurrence.
 */
function createWindowChooser(): (places: readonly Place[]) => AnchorWindow {
  const ordinary = countWindows(ordinaryWords);
  const known = new Map<Place, readonly Byte[]>();
  const bytesOf = (place: Place): readonly Byte[] => {
    let bytes = known.get(place);
    if (bytes === undefined) {
      bytes = typeof place === 'string' ? wideBytes(place) : [byteOf(foldedBytes(place), 1)];
      known.set(place, bytes);
    }
    return bytes;
  };
  const frequencyOf = (codes: readonly number[]): number => {
    let sum = 0;
    for (const code of codes) sum += ordinary.get(code) ?? 0;
    return sum / ordinaryWords.length;
  };

  return (places) => {
    const bytes = places.flatMap(bytesOf);
    let best: AnchorWindow = { codes: [], head: 0 };
    let lowest = Number.POSITIVE_INFINITY;
    let head = 0;
    for (let last = 0; last < bytes.length; last++) {
      head += (bytes[last] as Byte).units;
      if (last < windowLength - 1) continue;
      let chance = 1;
      let count = 1;
      for (let at = last - windowLength + 1; at <= last; at++) {
        const { share, options } = bytes[at] as Byte;
        chance *= share;
        count *= options.length;
      }
      if (chance >= lowest || (count > mostCodes && best.codes.length > 0)) continue;
      const codes = codesOf(bytes, last);
      const frequency = chance + frequencyOf(codes);
      if (frequency >= lowest) continue;
      lowest = frequency;
      best = { codes, head };
    }
    return best;
  };
}

/** Windows with several classes match too many texts; they are used only if an anchor has no other window. */
const mostCodes = 400;

function byteOf(options: readonly number[], units: number): Byte {
  return { options, units, share: options.reduce((sum, byte) => sum + shareOf(byte), 0) };
}

const encoder = new TextEncoder();

function wideBytes(char: string): readonly Byte[] {
  return Array.from(encoder.encode(char), (byte, index) => byteOf([byte], index === 0 ? char.length : 0));
}

function foldedBytes(set: CharSet): readonly number[] {
  const folded = new Set<number>();
  for (let code = 0; code < set.length; code++) if (set[code] === 1) folded.add(foldByte(code));
  return [...folded];
}

/** Every number that the window which ends with the byte at `last` may form. Nearly all bytes of anchors have one option. */
function codesOf(bytes: readonly Byte[], last: number): readonly number[] {
  let codes = [0];
  for (let at = last - windowLength + 1; at <= last; at++) {
    const { options } = bytes[at] as Byte;
    const only = options[0] as number;
    if (options.length > 1) codes = codes.flatMap((code) => options.map((byte) => (code << 8) | byte));
    else for (let each = 0; each < codes.length; each++) codes[each] = ((codes[each] as number) << 8) | only;
  }
  return codes;
}

function countWindows(text: string): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  let code = 0;
  for (const byte of encoder.encode(text)) {
    code = (code << 8) | foldByte(byte);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return counts;
}

// Frequency of the letters a to z in English, in percent.
const letterShares = [
  8.2, 1.5, 2.8, 4.3, 12.7, 2.2, 2, 6.1, 7, 0.15, 0.77, 4, 2.4, 6.7, 7.5, 1.9, 0.1, 6, 6.3, 9.1, 2.8, 1, 2.4, 0.15, 2,
  0.07,
];

function shareOf(byte: number): number {
  if (byte < 0x20) return 0.001;
  return (byte === 0x20 ? 15 : (letterShares[byte - 0x61] ?? 0.8)) / 100;
}

// Words and signs that are common in agents' logs. A window inside one of them would stop the search again and again.
const ordinaryWords = `
the and that this with from have will are not you for can should when what which there then into only more other some
all first last new same each every before after between under over
function return const import export default type interface class extends public static async await void string number
boolean object array null true false undefined else switch case break continue while try catch finally throw error
message
name path patch file folder directory source src test tests spec lib dist build package json index main module config
configuration options settings value values key id content text line lines count length size start end time date
version
user agent assistant system tool input output result request response session turn model event call command execute
shell bash run running status state data list item set get add remove delete update create open close read write print
log check convert generate
port report support service server client host app application component page view render style button label form
format field table column row document context information entity notification permission operation organization
found round sound material manage map mark market match max mean memory merge method metric mode more most move must
across access accept action active actual address again allow already another answer apply approach area around
article assign attach author available average
/home/user/project/src/components/index.ts:12:34 ./tests/unit/example.test.ts https://github.com/ --- a/src/file.ts
+++ b/src/file.ts @@ -1,2 +3,4 @@ --- === *** ... - [x] **Note**: ## Heading | cell | cell | --flag --help -la -lc -n
{"type":"text","name":"value","id":1,"content":[{"role":"user"}],"is_error":false} <div className="name"></div> (a, b)
=> { x = y; } 2026-02-25T07:12:34.567Z 0.12 100% 0x00ff a1b2c3d4e5f6
grid border margin padding width height display position relative hidden background implement important include insert
install instance instead integration internal introduce issue language layer layout level library link local location
logic
plan platform plugin point policy problem process product program progress project property provider query question
reason record reference reflect register related release replace repository research resource review route sample save
schema score script search section select sentence separate sequence several similar simple single social solution
special specific stage standard step storage strategy stream structure success suggest summary symbol target task
template terminal ticket track transfer transform tree trigger unique until upgrade usage valid variable various video
visit warning week window word work world year yield
`;
