import type { TokenUsage } from '../../session/index.ts';
import { memoize } from '../memoize.ts';
import type { Position } from '../position.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { createFold, type FoldReducer } from './createFold.ts';
import { foldByRun } from './foldByRun.ts';

const kinds = ['input', 'output', 'cache_read', 'cache_write', 'reasoning', 'total', 'cost_usd'] as const;

/** Tokens and cost so far, by kind; a kind that no usage has named is absent. */
export type TokensSoFar = Readonly<Partial<Record<(typeof kinds)[number], number>>>;

const reducer: FoldReducer<TokensSoFar> = {
  initial: {},
  reduce: (tokens, item) =>
    item.is === 'event' && item.event.type === 'usage' ? add(tokens, item.event.usage) : tokens,
};

const tokensOfAll = memoize((index: SessionIndex) => createFold(index, reducer));
const tokensOfRun = foldByRun(() => reducer);

/** Tokens and cost so far, of one run or of all. */
export function tokensAt(index: SessionIndex, { item }: Position, run?: number): TokensSoFar {
  return (run === undefined ? tokensOfAll(index) : tokensOfRun(index, run)).at(item);
}

function add(sum: TokensSoFar, more: TokenUsage): TokensSoFar {
  const named = kinds.filter((kind) => more[kind] !== undefined);
  return { ...sum, ...Object.fromEntries(named.map((kind) => [kind, (sum[kind] ?? 0) + (more[kind] ?? 0)])) };
}
