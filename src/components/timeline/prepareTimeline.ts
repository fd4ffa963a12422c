import {
  chaptersOf,
  housekeepingRuns,
  phaseBlocks,
  pollsOf,
  type ReplayState,
  rowsOf,
  visibleItems,
} from '../../replay/index.ts';
import { lookRuns } from '../../replay/internal.ts';
import { rowHeights } from './rowHeights.ts';
import { headings, triggersOf } from './rowIdentity.ts';
import { timelineRows } from './timelineRows.ts';

/** Computes, step by step, what a timeline of this width in pixels will ask of a session. */
export function* prepareTimeline(
  { index, filters, expanded }: ReplayState,
  widthPx: number | undefined,
): Generator<undefined, void> {
  phaseBlocks(index);
  yield;
  pollsOf(index);
  yield;
  visibleItems(index, filters);
  yield;
  housekeepingRuns(index, filters);
  yield;
  chaptersOf(index);
  yield;
  lookRuns(index, filters);
  yield;
  rowsOf(index, filters, expanded);
  yield;
  const rows = timelineRows(index, filters, expanded);
  yield;
  headings(rows);
  triggersOf(index);
  yield;
  if (widthPx !== undefined) rowHeights(rows, expanded, widthPx);
  yield;
}
