/** Maximum bytes read of one text: a longer text is kept beside the session file anyway. */
const longestText = 24_576;

/**
 * The start of one text at a time, as UTF-8. A text is scanned several times, and reading bytes takes a fraction of the time of reading a
 * string.
 */
export class TextCodes {
  readonly codes: Uint8Array;
  private readonly encoder = new TextEncoder();

  constructor(longest = longestText) {
    this.codes = new Uint8Array(longest);
  }

  /** Loads a text, at most 24 KiB of it, and returns the number of bytes. */
  load(text: string): number {
    return this.encoder.encodeInto(text, this.codes).written;
  }
}

/** Seeds that separate what must not be compared: lines from words of a run, and one run from another. */
export type Seed = number;

/**
 * The fingerprint of `codes.subarray(start, end)`: 52 bits, so that hardly two of the millions of words and lines of a session share one.
 * Never 0. A backslash counts as a slash.
 */
export function fingerprint(codes: Uint8Array, start: number, end: number, seed: Seed): number {
  let low = 0x811c9dc5 ^ seed;
  let high = Math.imul(seed + 0x9e3779b9, 0x85ebca6b);
  for (let at = start; at < end; at += 1) {
    const code = codes[at] === 0x5c ? 0x2f : (codes[at] as number);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x5bd1e995) ^ (high >>> 15);
  }
  low = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d);
  return (high >>> 12) * 0x1_0000_0000 + ((low ^ (low >>> 13)) >>> 0) || 1;
}
