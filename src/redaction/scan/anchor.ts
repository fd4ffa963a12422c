import { type CharSet, charSet } from './charSet.ts';

/**
 * A short fixed text of which every match of a rule holds one. It has four characters at least; a class in brackets
 * stands for one of them: `gh[opsur]_`, `sk-[A-Za-z0-9]`. `anyCase` ignores the case of ASCII letters. A word of another
 * script, such as `密码`, stands for itself and may be shorter.
 */
export type Anchor = string | { readonly anyCase: string };

/** Tells whether an anchor is a word of another script: the index knows ASCII only. */
export function isWide(anchor: Anchor): boolean {
  return /[^\0-\x7f]/.test(textOf(anchor));
}

/** Gives an anchor as it is written. */
export function textOf(anchor: Anchor): string {
  return typeof anchor === 'string' ? anchor : anchor.anyCase;
}

/** How many characters of an anchor the index looks at. */
export const windowLength = 4;

/** Gives the characters that may stand at each place of an anchor. Throws a `RangeError` on an anchor that is too short. */
export function parseAnchor(anchor: Anchor): readonly CharSet[] {
  const pattern = textOf(anchor);
  const places = placesOf(pattern);
  if (places.length < windowLength) {
    throw new RangeError(
      `Redaction: the anchor "${pattern}" is too short, and would make the search slow. Give it ${windowLength} characters at least; the last may be a class.`,
    );
  }
  if (typeof anchor !== 'string') for (const place of places) foldCase(place);
  return places;
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
