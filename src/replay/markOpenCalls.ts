import type { Session } from '../session/index.ts';
import type { Arranged } from './arrangeItems.ts';
import { isPrompt, outcomeOf } from './judgeItem.ts';
import type { RunDraft } from './linkRuns.ts';
import type { ReplayItem } from './replayItem.ts';

/**
 * A call that nobody answered is still in flight, if its run is still going on and no prompt came after it: after a
 * prompt it is known to be lost. Such a call ends at Infinity.
 */
export function markOpenCalls(
  { ends, items, itemsOfRuns }: Arranged,
  runs: readonly RunDraft[],
  session: Session,
): void {
  if (session.status !== 'in_progress') return;
  for (const run of runs) {
    if ((run.subSession ?? session).status !== 'in_progress') continue;
    for (const index of (itemsOfRuns[run.index] as Uint32Array).toReversed()) {
      const item = items[index] as ReplayItem;
      if (isPrompt(item)) break;
      if (isOpen(item)) ends[index] = Number.POSITIVE_INFINITY;
    }
  }
}

function isOpen(item: ReplayItem): boolean {
  return item.is === 'call' && item.call.branch === undefined && outcomeOf(item.call) === 'unanswered';
}
