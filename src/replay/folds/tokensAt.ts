import type { TokenUsage } from '../../session/index.ts';
import { addUsage } from '../../session/internal.ts';
import { memoize } from '../memoize.ts';
import type { Position } from '../position.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { createFold, type FoldReducer, foldByRun } from './createFold.ts';

/** Tokens and cost so far, by kind; a kind that no usage has stated is absent. */
export type TokensSoFar = Readonly<TokenUsage>;

const reducer: FoldReducer<TokensSoFar> = {
  initial: {},
  reduce: (tokens, item) =>
    item.is === 'event' && item.event.type === 'usage' ? addUsage(tokens, item.event.usage) : tokens,
};

const tokensOfAll = memoize((index: SessionIndex) => createFold(index, reducer));
const tokensOfRun = foldByRun(() => reducer);
const tokensOfSubagents = memoize((index: SessionIndex) =>
  createFold(index, {
    initial: {},
    reduce: (tokens, item) => (item.run === 0 ? tokens : reducer.reduce(tokens, item)),
  } satisfies FoldReducer<TokensSoFar>),
);

/** Tokens and cost so far, of one run or of all. */
export function tokensAt(index: SessionIndex, { item }: Position, run?: number): TokensSoFar {
  return (run === undefined ? tokensOfAll(index) : tokensOfRun(index, run)).at(item);
}

/** Tokens and cost so far, of the session's own agent and of all its subagents; at the end they equal those of `totalsOf`. */
export function tokensApartAt(
  index: SessionIndex,
  position: Position,
): { readonly main: TokensSoFar; readonly inner: TokensSoFar } {
  return { main: tokensAt(index, position, 0), inner: tokensOfSubagents(index).at(position.item) };
}
