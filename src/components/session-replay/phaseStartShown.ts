import { neighbour, type ReplayState, stepsOf } from '../../replay/index.ts';

/** Where a phase that begins at an item begins for the reader: at the first of its items that is shown, as for the keys. */
export function phaseStartShown(state: Pick<ReplayState, 'index' | 'filters' | 'expanded'>, item: number): number {
  return neighbour(stepsOf(state, 'phase'), item - 1, 'forward') ?? item;
}
