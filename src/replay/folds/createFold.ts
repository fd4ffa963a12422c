import { countUpTo } from '../countUpTo.ts';
import { memoize } from '../memoize.ts';
import type { ReplayItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';

/** How a state results from the items before it. */
export interface FoldReducer<State> {
  readonly initial: State;
  /** Pure; returns the same object where an item changes nothing. */
  reduce(state: State, item: ReplayItem): State;
}

/** A state that is folded over items. */
export interface Fold<State> {
  /** The state after an item and all items before it; the initial state at -1. */
  at(item: number): State;
}

export interface FoldOptions {
  /** Items between two checkpoints. Default: 128, by measurement (`benchmarks/replay.ts`). */
  readonly every?: number;
  /** The run whose items are folded. Default: all runs. */
  readonly run?: number;
}

/**
 * Folds a state over a session, so that it is known at any item. Computes from the nearest checkpoint, never more than `every` items away,
 * so going back costs the same as going forward. Checkpoints are made when they are first passed.
 */
export function createFold<State>(
  index: SessionIndex,
  { initial, reduce }: FoldReducer<State>,
  { every = 128, run }: FoldOptions = {},
): Fold<State> {
  const own = run === undefined ? undefined : (index.runs[run]?.items ?? new Uint32Array());
  const itemAt = (n: number): ReplayItem => index.items[own === undefined ? n : (own[n] as number)] as ReplayItem;
  /** checkpoints[k]: the state after the first k × every items. */
  const checkpoints: State[] = [initial];
  let last = { count: 0, state: initial };

  const foldTo = (count: number): State => {
    const checkpoint = Math.min(Math.floor(count / every), checkpoints.length - 1);
    const fromLast = last.count <= count && last.count >= checkpoint * every;
    let state = fromLast ? last.state : (checkpoints[checkpoint] as State);
    for (let n = fromLast ? last.count : checkpoint * every; n < count; n += 1) {
      state = reduce(state, itemAt(n));
      // The items to fold begin at or after the last checkpoint, unless they are too few to reach one.
      if ((n + 1) % every === 0) checkpoints.push(state);
    }
    last = { count, state };
    return state;
  };
  return {
    at(item) {
      const reached = Math.min(Math.max(item + 1, 0), index.items.length);
      return foldTo(own === undefined ? reached : countUpTo(own, reached - 1));
    },
  };
}

/** Creates one fold per run of a session, each when it is first asked for. */
export function foldByRun<State>(
  reducerOf: (index: SessionIndex, run: number) => FoldReducer<State>,
): (index: SessionIndex, run: number) => Fold<State> {
  const folds = memoize((_: SessionIndex) => new Map<number, Fold<State>>());
  return (index, run) => {
    const known = folds(index).get(run);
    if (known !== undefined) return known;
    const fold = createFold(index, reducerOf(index, run), { run });
    folds(index).set(run, fold);
    return fold;
  };
}
