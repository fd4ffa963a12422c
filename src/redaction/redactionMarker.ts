import { charSet, runStart } from './scan/charSet.ts';

/** Returns the marker that replaces a secret: `[REDACTED:<rule id>]`. */
export function redactionMarker(rule: string): string {
  return `${markerStart}${rule}]`;
}

/** A marker in a text. */
export interface FoundMarker {
  readonly start: number;
  readonly end: number;
  /** Id of the rule that masked the secret. */
  readonly rule: string;
}

/** Finds the markers in a text, in order, so that a view can show them as such. */
export function findRedactionMarkers(text: string): FoundMarker[] {
  if (!text.includes(markerStart)) return [];
  return Array.from(text.matchAll(/\[REDACTED:([a-z0-9]+(?:-[a-z0-9]+)*)\]/g), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    rule: match[1] ?? '',
  }));
}

/** Puts a blank in place of each marker, also a cut one: what it says was found before, and must not find more the next time. */
export function withoutMarkers(text: string): string {
  return text.includes(markerStart) ? text.replace(/\[REDACTED:[a-z0-9-]*\]?/g, ' ') : text;
}

const markerStart = '[REDACTED:';
const markerChars = charSet('a-z0-9-');

/** Whether a position lies inside a marker, among the characters of its rule id. */
export function isInMarker(text: string, at: number): boolean {
  const start = runStart(text, at, markerChars, 64);
  return text.startsWith(markerStart, start - markerStart.length);
}
