/** Random numbers of which the seed tells all. */
export interface Random {
  /** A whole number from 0 to below `limit`; 0 where the limit is below 1. */
  below(limit: number): number;
  /** One of the items; throws where there are none. */
  pick<Item>(items: readonly Item[]): Item;
}

/** Makes a generator (mulberry32) that gives the same numbers for the same seed. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * Math.max(1, limit));
  return {
    below,
    pick(items) {
      const index = below(items.length);
      if (index >= items.length) throw new RangeError('Nothing to pick from.');
      return items[index] as (typeof items)[number];
    },
  };
}
