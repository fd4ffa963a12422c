import type { SessionEvent, TokenUsage } from '../../session/index.ts';
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

/** The context of one agent: its size and its model. */
export interface ContextInUse {
  /**
   * Tokens of the latest request: input, cache reads and cache writes. Absent until known, and after a compaction that does not state the
   * new size.
   */
  readonly tokens?: number;
  /** The item that states the tokens. */
  readonly item?: number;
  /** The model last named; absent where the source names none. */
  readonly model?: string;
}

const contextOfRun = foldByRun((index, run): FoldReducer<ContextInUse> => {
  const model = modelOfRun(index, run);
  return {
    initial: model === undefined ? {} : { model },
    reduce: (context, item) => (item.is === 'call' ? context : reduceEvent(context, item.event, item.index)),
  };
});

/** Size and model of an agent's context at a position. Run 0 is the session's own agent. */
export function contextAt(index: SessionIndex, { item }: Position, run = 0): ContextInUse {
  return contextOfRun(index, run).at(item);
}

/** The model of a run as its header names it; undefined where nothing names one. */
export function modelOfRun({ session, runs }: SessionIndex, run: number): string | undefined {
  if (run !== 0) return runs[run]?.subSession?.agent.model_id;
  return session.inferred?.includes('agent.model_id') === true ? undefined : session.agent.model_id;
}

function reduceEvent(context: ContextInUse, event: SessionEvent, item: number): ContextInUse {
  if (event.type === 'message') return named(context, event.model);
  if (event.type === 'usage') {
    const tokens = requestTokens(event.usage);
    return named(tokens === undefined ? context : { ...context, tokens, item }, event.model);
  }
  if (event.type !== 'notice' || event.kind !== 'compaction') return context;
  const { tokens: _, item: __, ...rest } = context;
  return event.tokens_after === undefined ? rest : { ...rest, tokens: event.tokens_after, item };
}

function named(context: ContextInUse, model: string | undefined): ContextInUse {
  return model === undefined || model === context.model ? context : { ...context, model };
}

/** Undefined where the source names none of these tokens: a context that was not measured is not an empty one. */
function requestTokens({ input, cache_read, cache_write }: TokenUsage): number | undefined {
  if (input === undefined && cache_read === undefined && cache_write === undefined) return undefined;
  return (input ?? 0) + (cache_read ?? 0) + (cache_write ?? 0);
}
