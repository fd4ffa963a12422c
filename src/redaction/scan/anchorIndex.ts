import { type Anchor, parseAnchor, textOf, windowLength } from './anchor.ts';
import { type CharSet, inSet } from './charSet.ts';
import { rarestWindow } from './rarestWindow.ts';

/** Is told that an anchor of `owner` stands at `[at, after)`; gives the position to go on from, or 0 for the next one. */
export type AnchorVisitor<Owner> = (owner: Owner, at: number, after: number) => number;

/** Finds all anchors of many rules in one pass. */
export interface AnchorIndex<Owner> {
  /** Calls `visit` for every anchor in `text`, from left to right by the place of its window. */
  scan(text: string, visit: AnchorVisitor<Owner>): void;
}

interface Entry<Owner> {
  /** Of one and the same anchor. */
  readonly owners: Owner[];
  readonly places: readonly CharSet[];
  /** At which place the window lies. */
  readonly offset: number;
}

const pairCount = 128 * 128;
/** A window is known by the five low bits of each of its characters, which fold the case of letters too. */
const windowCount = 32 ** windowLength;
const fold = (code: number): number => code & 31;
const groupCount = 32;

/**
 * Builds the index after Wu and Manber (1994): a window of four characters slides over the text, and its last two tell
 * how far it may jump before any anchor can end in it: mostly three. Reading a character costs more than anything else
 * here, so reading two in three is what makes the search keep up with `JSON.parse`. Where the window may not jump, its
 * first two characters must belong to an anchor of the same group as the last two, and all four be the window of one; few
 * other places pass that.
 */
export function createAnchorIndex<Owner>(
  anchors: readonly { readonly anchor: Anchor; readonly owner: Owner }[],
): AnchorIndex<Owner> {
  const jumps = new Uint8Array(pairCount).fill(windowLength - 1);
  const headGroups = new Uint32Array(pairCount);
  const tailGroups = new Uint32Array(pairCount);
  const windows = new Uint32Array(windowCount / 32);
  const buckets: Entry<Owner>[][] = Array.from({ length: pairCount }, () => []);
  const entries = new Map<string, Entry<Owner>>();

  for (const [order, { anchor, owner }] of anchors.entries()) {
    const key = `${typeof anchor} ${textOf(anchor)}`;
    const known = entries.get(key);
    if (known !== undefined) {
      known.owners.push(owner);
      continue;
    }
    const places = parseAnchor(anchor);
    const offset = rarestWindow(places);
    const entry: Entry<Owner> = { owners: [owner], places, offset };
    entries.set(key, entry);
    for (const code of windowsOf(places.slice(offset, offset + windowLength))) {
      windows[code >> 5] = (windows[code >> 5] as number) | (1 << (code & 31));
    }
    const group = 1 << (order % groupCount);
    for (let step = 0; step < windowLength - 1; step++) {
      const jump = windowLength - 2 - step;
      for (const pair of pairsAt(places, offset + step)) {
        jumps[pair] = Math.min(jumps[pair] ?? 0, jump);
        if (step === 0) headGroups[pair] = (headGroups[pair] ?? 0) | group;
        if (jump === 0) {
          tailGroups[pair] = (tailGroups[pair] ?? 0) | group;
          buckets[pair]?.push(entry);
        }
      }
    }
  }

  return {
    scan(text, visit) {
      let end = nextStop(text, windowLength - 1, jumps, headGroups, tailGroups, windows);
      while (end < text.length) {
        const bucket = buckets[pairAt(text, end)] as readonly Entry<Owner>[];
        const resume = visitBucket(text, end, bucket, visit);
        const next = Math.max(end + 1, resume + windowLength - 1);
        end = nextStop(text, next, jumps, headGroups, tailGroups, windows);
      }
    },
  };
}

/** Finds the next end of a window in which an anchor may stand. All the time is spent here, so it is kept small. */
function nextStop(
  text: string,
  from: number,
  jumps: Uint8Array,
  heads: Uint32Array,
  tails: Uint32Array,
  windows: Uint32Array,
): number {
  const { length } = text;
  let end = from;
  while (end < length) {
    const tail = ((text.charCodeAt(end - 1) & 127) << 7) | (text.charCodeAt(end) & 127);
    const jump = jumps[tail] as number;
    if (jump !== 0) {
      end += jump;
      continue;
    }
    const head = ((text.charCodeAt(end - 3) & 127) << 7) | (text.charCodeAt(end - 2) & 127);
    if (((heads[head] as number) & (tails[tail] as number)) !== 0) {
      const code = (fold(head >> 7) << 15) | (fold(head) << 10) | (fold(tail >> 7) << 5) | fold(tail);
      if ((((windows[code >> 5] as number) >>> (code & 31)) & 1) === 1) return end;
    }
    end++;
  }
  return length;
}

function pairAt(text: string, end: number): number {
  return ((text.charCodeAt(end - 1) & 127) << 7) | (text.charCodeAt(end) & 127);
}

function visitBucket<Owner>(
  text: string,
  end: number,
  bucket: readonly Entry<Owner>[],
  visit: AnchorVisitor<Owner>,
): number {
  let resume = 0;
  for (let order = 0; order < bucket.length; order++) {
    const { owners, places, offset } = bucket[order] as Entry<Owner>;
    const at = end - windowLength + 1 - offset;
    if (at < 0 || !standsAt(text, at, places)) continue;
    for (let each = 0; each < owners.length; each++) {
      resume = Math.max(resume, visit(owners[each] as Owner, at, at + places.length));
    }
  }
  return resume;
}

function standsAt(text: string, at: number, places: readonly CharSet[]): boolean {
  for (let place = 0; place < places.length; place++) {
    if (!inSet(places[place] as CharSet, text.charCodeAt(at + place))) return false;
  }
  return true;
}

function* pairsAt(places: readonly CharSet[], place: number): Generator<number> {
  const first = places[place] as CharSet;
  const second = places[place + 1] as CharSet;
  for (let a = 0; a < 128; a++) {
    if (first[a] === 0) continue;
    for (let b = 0; b < 128; b++) if (second[b] === 1) yield (a << 7) | b;
  }
}

/** The codes of all windows that four classes allow. */
function windowsOf(places: readonly CharSet[]): readonly number[] {
  let codes = [0];
  for (const place of places) {
    const folded = new Set<number>();
    for (let code = 0; code < 128; code++) if (place[code] === 1) folded.add(fold(code));
    codes = codes.flatMap((code) => Array.from(folded, (low) => (code << 5) | low));
  }
  return codes;
}
