import { type Anchor, parseAnchor, windowLength } from './anchor.ts';
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
  readonly owner: Owner;
  readonly places: readonly CharSet[];
  /** At which place the window lies. */
  readonly offset: number;
}

const pairCount = 128 * 128;
const groupCount = 32;

/**
 * Builds the index after Wu and Manber (1994): a window of four characters slides over the text, and its last two tell
 * how far it may jump before any anchor can end in it: mostly three. Reading a character costs more than anything else
 * here, so reading two in three is what makes the search keep up with `JSON.parse`. Where the window may not jump, its
 * first two characters must belong to an anchor of the same group as the last two; few other places pass that.
 */
export function createAnchorIndex<Owner>(
  anchors: readonly { readonly anchor: Anchor; readonly owner: Owner }[],
): AnchorIndex<Owner> {
  const jumps = new Uint8Array(pairCount).fill(windowLength - 1);
  const headGroups = new Uint32Array(pairCount);
  const tailGroups = new Uint32Array(pairCount);
  const buckets: Entry<Owner>[][] = Array.from({ length: pairCount }, () => []);

  for (const [order, { anchor, owner }] of anchors.entries()) {
    const places = parseAnchor(anchor);
    const offset = rarestWindow(places);
    const entry: Entry<Owner> = { owner, places, offset };
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
      let end = nextStop(text, windowLength - 1, jumps, headGroups, tailGroups);
      while (end < text.length) {
        const bucket = buckets[pairAt(text, end)] as readonly Entry<Owner>[];
        const resume = visitBucket(text, end, bucket, visit);
        const next = Math.max(end + 1, resume + windowLength - 1);
        end = nextStop(text, next, jumps, headGroups, tailGroups);
      }
    },
  };
}

/** Finds the next end of a window in which an anchor may stand. All the time is spent here, so it is kept small. */
function nextStop(text: string, from: number, jumps: Uint8Array, heads: Uint32Array, tails: Uint32Array): number {
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
    if (((heads[head] as number) & (tails[tail] as number)) !== 0) return end;
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
    const { owner, places, offset } = bucket[order] as Entry<Owner>;
    const at = end - windowLength + 1 - offset;
    if (at < 0 || !standsAt(text, at, places)) continue;
    resume = Math.max(resume, visit(owner, at, at + places.length));
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
