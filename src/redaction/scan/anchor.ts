import { type CharSet, charSet } from './charSet.ts';

/**
 * A short fixed text that every match of a rule contains. It has at least four characters; a class in brackets stands for one of them:
 * `gh[opsur]_`, `sk-[A-Za-z0-9]`. `anyCase` ignores the case of ASCII letters. A word of another script, such as `密码`, stands for itself
 * and may be shorter.
 */
export type Anchor = string | { readonly anyCase: string };

/** Returns the anchor as written. */
export function textOf(anchor: Anchor): string {
  return typeof anchor === 'string' ? anchor : anchor.anyCase;
}

/** What may stand at one position of an anchor: one of a set of ASCII characters, or this character of another script. */
export type Place = CharSet | string;

/** How many bytes of an anchor, in UTF-8, the index compares. */
export const windowLength = 4;

/** Sets by the inside of their class. There are thousands of positions, and few different sets. */
export interface KnownSets {
  readonly exact: Map<string, CharSet>;
  readonly anyCase: Map<string, CharSet>;
}

/**
 * Returns what may stand at each position of an anchor. `known` shares sets between anchors. Throws a `RangeError` on an anchor that is
 * too short, or has a class that begins with `^`.
 */
export function parseAnchor(
  anchor: Anchor,
  known: KnownSets = { exact: new Map(), anyCase: new Map() },
): readonly Place[] {
  const pattern = textOf(anchor);
  const isAnyCase = typeof anchor !== 'string';
  const places: Place[] = [];
  for (let at = 0; at < pattern.length; at++) {
    if (pattern.charCodeAt(at) > lastAscii) {
      const char = String.fromCodePoint(pattern.codePointAt(at) as number);
      places.push(char);
      at += char.length - 1;
      continue;
    }
    const close = pattern[at] === '[' ? pattern.indexOf(']', at + 2) : -1;
    if (close !== -1 && pattern[at + 1] === '^') {
      throw new RangeError(
        `Redaction: the anchor "${pattern}" has a class that begins with "^". Say which characters may stand there; for the sign itself, put it behind another.`,
      );
    }
    places.push(setOf(close === -1 ? pattern.charAt(at) : pattern.slice(at + 1, close), isAnyCase, known));
    if (close !== -1) at = close;
  }
  if (places.reduce((sum, place) => sum + sizeOf(place), 0) < windowLength) {
    throw new RangeError(
      `Redaction: the anchor "${pattern}" is too short, and would make the search slow. Give it ${windowLength} characters at least; the last may be a class.`,
    );
  }
  return places;
}

const lastAscii = 0x7f;

function setOf(spec: string, isAnyCase: boolean, known: KnownSets): CharSet {
  const sets = isAnyCase ? known.anyCase : known.exact;
  let set = sets.get(spec);
  if (set === undefined) {
    set = charSet(spec);
    if (isAnyCase) foldCase(set);
    sets.set(spec, set);
  }
  return set;
}

/** Number of bytes of a position in UTF-8. */
function sizeOf(place: Place): number {
  if (typeof place !== 'string') return 1;
  return place.length > 1 ? 4 : place < '\u0800' ? 2 : 3;
}

function foldCase(set: CharSet): void {
  for (let lower = 97; lower <= 122; lower++) {
    const upper = lower - 32;
    const has = set[lower] === 1 || set[upper] === 1 ? 1 : 0;
    set[lower] = has;
    set[upper] = has;
  }
}
