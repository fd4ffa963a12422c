import type { RunDraft } from './linkRuns.ts';
import type { ReplayItem } from './replayItem.ts';

/**
 * The drafted items in reading order, as places in `items`: each run started by a call follows that call; runs that no
 * known call started follow the last item of their parent.
 */
export function outlineRuns(items: readonly ReplayItem[], runs: readonly RunDraft[]): Uint32Array {
  const outline = new Uint32Array(items.length);
  const root = runs[0];
  if (root === undefined) return outline;
  const { byTrigger, untriggered } = groupRuns(runs);
  const open = [{ run: root, next: 0 }];
  let filled = 0;
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.next === top.run.count) {
      open.pop();
      openAll(open, untriggered.get(top.run.index));
      continue;
    }
    const place = top.run.first + top.next;
    top.next += 1;
    outline[filled] = place;
    filled += 1;
    openAll(open, byTrigger.get(items[place] as ReplayItem));
  }
  return outline;
}

interface OpenRun {
  readonly run: RunDraft;
  next: number;
}

/** The last one opened is read first, so they are put on the pile backwards. */
function openAll(open: OpenRun[], runs: readonly RunDraft[] | undefined): void {
  if (runs === undefined) return;
  for (const run of runs.toReversed()) open.push({ run, next: 0 });
}

function groupRuns(runs: readonly RunDraft[]): {
  byTrigger: Map<ReplayItem, RunDraft[]>;
  untriggered: Map<number, RunDraft[]>;
} {
  const byTrigger = new Map<ReplayItem, RunDraft[]>();
  const untriggered = new Map<number, RunDraft[]>();
  for (const run of runs.slice(1)) {
    if (run.trigger !== undefined) append(byTrigger, run.trigger, run);
    else append(untriggered, run.parent ?? 0, run);
  }
  return { byTrigger, untriggered };
}

function append<Key>(groups: Map<Key, RunDraft[]>, key: Key, run: RunDraft): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [run]);
  else group.push(run);
}
