import { chapterOfItems, chaptersOf, phaseBlocks, type ReplayState } from '../../replay/index.ts';
import { heightSteps } from './rowHeights.ts';
import { headings, triggersOf } from './rowIdentity.ts';
import { timelineRows } from './timelineRows.ts';

/** Computes, step by step, what a timeline of this width in pixels will ask of a session. */
export function* prepareTimeline(
  { index, filters, expanded }: ReplayState,
  widthPx: number | undefined,
): Generator<undefined, void> {
  yield* phaseBlocks.steps(index);
  yield* chaptersOf.steps(index);
  chapterOfItems(index);
  yield;
  const rows = yield* timelineRows.steps(index, filters, expanded);
  yield;
  headings(rows);
  yield;
  triggersOf(index);
  yield;
  if (widthPx !== undefined) yield* heightSteps(rows, expanded, widthPx);
}
