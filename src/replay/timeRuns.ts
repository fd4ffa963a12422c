import type { DraftedItems } from './draftItems.ts';
import type { RunDraft } from './linkRuns.ts';
import { parseTime } from './parseTime.ts';
import { steadyTimes } from './steadyTimes.ts';

/**
 * Moves the starts of drafted items, in place, so that they ascend within each run, and so that no item of a subagent
 * comes before the call that started it. A call whose start is moved keeps its length.
 *
 * @param parentsFirst the runs, each after its parent.
 * @param fallback when a run began that has no time at all.
 */
export function timeRuns({ starts }: DraftedItems, parentsFirst: readonly RunDraft[], fallback: number): void {
  for (const run of parentsFirst) {
    const own = starts.subarray(run.first, run.first + run.count);
    const floor = run.trigger === undefined ? undefined : starts[run.trigger.index];
    const begun = parseTime(run.subSession?.started_at ?? '');
    steadyTimes(own, Number.isNaN(begun) ? (floor ?? fallback) : begun);
    if (floor !== undefined) for (let i = 0; (own[i] as number) < floor; i += 1) own[i] = floor;
  }
}
