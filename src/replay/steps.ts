import { countBelow, countUpTo } from './countUpTo.ts';
import type { ReplayFilters } from './filters.ts';
import { type VisibleItems, visibleItems } from './filters.ts';
import { phaseStarts } from './landmarks.ts';
import { memoize } from './memoize.ts';
import { type Rows, rowsOf } from './rows.ts';
import type { Landmark, SessionIndex } from './sessionIndex.ts';

/** The unit of a step: every item, or the items of one kind. */
export type Step = 'item' | Landmark;

export type Direction = 'forward' | 'backward';

/**
 * The items that stepping visits, ascending. For items, calls and messages, those with a row; for errors, prompts, phases and compactions
 * also those in folded runs, because the scrub bar marks them too.
 */
export function stepsOf(
  { index, filters, expanded }: { index: SessionIndex; filters: ReplayFilters; expanded: ReadonlySet<string> },
  step: Step,
): Uint32Array {
  switch (step) {
    case 'item':
    case 'call':
    case 'message':
      return rowSteps(index, rowsOf(index, filters, expanded))[step];
    case 'error':
    case 'prompt':
    case 'phase':
    case 'compaction':
      return landmarkSteps(index, visibleItems(index, filters))[step];
    default:
      return step satisfies never;
  }
}

/** The item nearest after or before a given item, among some ascending items; undefined where there is none. */
export function neighbour(items: Uint32Array, item: number, direction: Direction): number | undefined {
  return direction === 'forward' ? items[countUpTo(items, item)] : items[countBelow(items, item) - 1];
}

function isAmong(items: Uint32Array, item: number): boolean {
  return items[countBelow(items, item)] === item;
}

const rowSteps = memoize(({ landmarks }: SessionIndex, rows: Rows) => {
  const isStep = (item: number): boolean => rows.has(item) && !rows.isParent(item);
  return {
    item: rows.items.filter(isStep).sort(),
    call: landmarks.call.filter(isStep),
    message: landmarks.message.filter(isStep),
  };
});

const landmarkSteps = memoize(({ items, landmarks, phaseOf }: SessionIndex, visible: VisibleItems) => ({
  error: landmarks.error.filter(visible.has),
  prompt: landmarks.prompt.filter(visible.has),
  compaction: landmarks.compaction.filter(visible.has),
  // Found anew, because a phase whose first item is hidden begins at its next shown item, and a prompt stands above its phase's header.
  phase: phaseStarts(visible.items, phaseOf, (item) => items[item]?.run === 0 && !isAmong(landmarks.prompt, item)),
}));
