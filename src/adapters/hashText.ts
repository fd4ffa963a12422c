/** A hash of 64 bits, as two words. */
export interface HashWords {
  high: number;
  low: number;
}

/** Writes a 64-bit hash of a text, as two unsigned words (the mixing of cyrb53). Not for security. */
export function hashText(text: string, into: HashWords): void {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  // Texts have many representations in V8, so that reading the length each time would cost more than the rest.
  const { length } = text;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  into.high = high >>> 0;
  into.low = low >>> 0;
}

/** A 53-bit hash of a text: equal for equal texts, almost surely different for different ones. Not for security. */
export function textHash(text: string): number {
  const words = { high: 0, low: 0 };
  hashText(text, words);
  return 4294967296 * (2097151 & words.low) + words.high;
}
