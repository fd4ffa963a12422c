import { memoize } from '../memoize.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { createFold, type Fold, type FoldReducer } from './createFold.ts';

/** Makes folds over the single runs of a session, each when it is first asked for. */
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
