import { alphanumerics, type CharSet, charSet } from './charSet.ts';

/**
 * A short fixed text of which every match of a rule holds one. A class in brackets stands for one character:
 * `gh[opsur]_`. It has four characters at least, or three when it stands at the `start` of a token. `anyCase` ignores the
 * case of ASCII letters.
 */
export type Anchor = string | { readonly anyCase: string } | { readonly start: string };

/** How many characters of an anchor the index looks at. */
export const windowLength = 4;

/** An anchor as the index needs it. */
export interface ParsedAnchor {
  /** The characters that may stand at each place. */
  readonly places: readonly CharSet[];
  /** How many places, 0 or 1, stand before the anchor itself. */
  readonly lead: number;
}

/** Reads the notation. Throws a `RangeError` on an anchor that is too short. */
export function parseAnchor(anchor: Anchor): ParsedAnchor {
  const pattern = typeof anchor === 'string' ? anchor : 'start' in anchor ? anchor.start : anchor.anyCase;
  const places = placesOf(pattern);
  if (typeof anchor !== 'string' && 'anyCase' in anchor) for (const place of places) foldCase(place);
  const lead = typeof anchor !== 'string' && 'start' in anchor ? 1 : 0;
  if (lead === 1) places.unshift(edge);
  if (places.length < windowLength) {
    throw new RangeError(
      `Redaction: the anchor "${pattern}" is too short, and would make the search slow. Give it ${windowLength - lead} characters at least; one of them may be a class.`,
    );
  }
  return { places, lead };
}

function placesOf(pattern: string): CharSet[] {
  const places: CharSet[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const close = pattern[at] === '[' ? pattern.indexOf(']', at + 2) : -1;
    places.push(charSet(close === -1 ? pattern.charAt(at) : pattern.slice(at + 1, close)));
    if (close !== -1) at = close;
  }
  return places;
}

function foldCase(set: CharSet): void {
  for (let lower = 97; lower <= 122; lower++) {
    const upper = lower - 32;
    const has = set[lower] === 1 || set[upper] === 1 ? 1 : 0;
    set[lower] = has;
    set[upper] = has;
  }
}

/** What may stand before a token: the start of the text (as NUL), what is no letter or digit, or the end of an escape. */
const edge: CharSet = alphanumerics.map((flag) => 1 - flag);
for (const code of [...'0123456789ABCDEFcdemnrt'].map((char) => char.charCodeAt(0))) edge[code] = 1;
