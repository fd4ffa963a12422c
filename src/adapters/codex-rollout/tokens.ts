import type { TokenUsage } from '../../session/index.ts';
import { asNumber, type Fields } from './narrow.ts';

const kinds = [
  'input_tokens',
  'cached_input_tokens',
  'cache_write_input_tokens',
  'output_tokens',
  'reasoning_output_tokens',
  'total_tokens',
] as const;

type Counts = Partial<Record<(typeof kinds)[number], number>>;

/** Turns the running totals of a thread into the tokens of each response, whichever records repeat them. */
export interface TokenCounter {
  /** The tokens since the last total; undefined where nothing was added. */
  count(total: Fields): TokenUsage | undefined;
  /** The tokens of one response, from a record without a total; undefined if a total already included them. */
  add(usage: Fields): TokenUsage | undefined;
  /** Takes the total of a copied history, which does not count here. */
  skip(total: Fields): void;
}

export function createTokenCounter(): TokenCounter {
  let counted: Counts = {};
  let lastAdded: Counts | undefined;

  return {
    count(total) {
      const now = countsOf(total);
      const added = subtract(now, counted);
      counted = now;
      if (!isSome(added)) return undefined;
      lastAdded = added;
      return usageOf(added);
    },
    add(usage) {
      const added = countsOf(usage);
      const repeated =
        lastAdded !== undefined && kinds.every((kind) => (lastAdded?.[kind] ?? 0) === (added[kind] ?? 0));
      lastAdded = undefined;
      if (repeated || !isSome(added)) return undefined;
      counted = Object.fromEntries(kinds.map((kind) => [kind, (counted[kind] ?? 0) + (added[kind] ?? 0)]));
      return usageOf(added);
    },
    skip(total) {
      counted = countsOf(total);
    },
  };
}

function countsOf(fields: Fields): Counts {
  const counts: Counts = {};
  for (const kind of kinds) {
    const value = asNumber(fields[kind]);
    if (value !== undefined && value >= 0) counts[kind] = value;
  }
  return counts;
}

/** A total below the previous one has restarted, as after a fork: all of it counts. */
function subtract(now: Counts, before: Counts): Counts {
  const anew = kinds.some((kind) => (now[kind] ?? 0) < (before[kind] ?? 0));
  if (anew) return now;
  return Object.fromEntries(
    kinds.flatMap((kind) => (now[kind] === undefined ? [] : [[kind, now[kind] - (before[kind] ?? 0)]])),
  );
}

function isSome(counts: Counts): boolean {
  return kinds.some((kind) => (counts[kind] ?? 0) > 0);
}

/** `input_tokens` includes cached tokens and cache writes; the standard's `input` does not. */
function usageOf(counts: Counts): TokenUsage {
  const cached = counts.cached_input_tokens;
  const written = counts.cache_write_input_tokens;
  const input = counts.input_tokens;
  const given = {
    input: input === undefined ? undefined : Math.max(0, input - (cached ?? 0) - (written ?? 0)),
    output: counts.output_tokens,
    cache_read: cached,
    cache_write: written,
    reasoning: counts.reasoning_output_tokens,
    total: counts.total_tokens,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
