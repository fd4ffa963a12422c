/** Longer strings are described by their length: they may hold anything. */
const MAX_QUOTED = 40;

/** A JSON value in a few words, for the `actual` of a diagnostic. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    return value.length <= MAX_QUOTED ? JSON.stringify(value) : `a string of ${value.length} characters`;
  }
  return Array.isArray(value) ? `an array of ${value.length}` : 'an object';
}
