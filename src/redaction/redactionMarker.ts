import { charSet, runStart } from './scan/charSet.ts';

/** Gives what stands in place of a secret: `[REDACTED:<rule id>]`. */
export function redactionMarker(rule: string): string {
  return `${markerStart}${rule}]`;
}

/** A marker in a text. */
export interface FoundMarker {
  readonly start: number;
  readonly end: number;
  /** The id of the rule that masked. */
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

const markerStart = '[REDACTED:';
const markerChars = charSet('a-z0-9-');

/** Tells whether a place lies behind the start of a marker, among the characters of its rule. */
export function isInMarker(text: string, at: number): boolean {
  const start = runStart(text, at, markerChars, 64);
  return text.startsWith(markerStart, start - markerStart.length);
}
