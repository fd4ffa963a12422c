import type { PlanEvent, PlanItem } from '../../session/index.ts';
import { memoize } from '../memoize.ts';
import type { Position } from '../position.ts';
import { planOf } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import type { FoldReducer } from './createFold.ts';
import { foldByRun } from './createFold.ts';

/** What the latest checklist changed about one of its items; undefined where nothing changed. */
export type ChecklistChange = 'added' | 'started' | 'completed' | 'postponed' | 'reopened' | 'reworded';

export interface ChecklistEntry {
  readonly item: PlanItem;
  readonly change: ChecklistChange | undefined;
}

/** The checklist of an agent as of a position. */
export interface ChecklistState {
  readonly plan: PlanEvent;
  /** The item that set it. */
  readonly setBy: number;
  readonly entries: readonly ChecklistEntry[];
  /** Items that the previous checklist had and this one does not have. */
  readonly removed: readonly PlanItem[];
}

interface LatestPlans {
  readonly plan?: PlanEvent;
  readonly previous?: PlanEvent;
  readonly setBy: number;
}

const reducer: FoldReducer<LatestPlans> = {
  initial: { setBy: -1 },
  reduce(latest, item) {
    const plan = planOf(item);
    if (plan === undefined) return latest;
    return latest.plan === undefined ? { plan, setBy: item.index } : { plan, previous: latest.plan, setBy: item.index };
  },
};

const plansOfRun = foldByRun(() => reducer);

/** The checklist of a run's agent at a position, with what its latest version changed; undefined before the first checklist. */
export function checklistAt(index: SessionIndex, { item }: Position, run = 0): ChecklistState | undefined {
  return compareOnce(plansOfRun(index, run).at(item)).checklist;
}

const compareOnce = memoize(({ plan, previous, setBy }: LatestPlans): { checklist: ChecklistState | undefined } => {
  if (plan === undefined) return { checklist: undefined };
  const left = groupByKey(previous?.items ?? []);
  const entries = plan.items.map((item) => {
    const before = left.get(keyOf(item))?.shift();
    return { item, change: previous === undefined ? undefined : changeOf(before, item) };
  });
  return { checklist: { plan, setBy, entries, removed: [...left.values()].flat() } };
});

/** Items are matched by id, else by text; items with the same text are matched in order. */
function keyOf({ item_id, text }: PlanItem): string {
  return item_id === undefined ? `text ${text}` : `id ${item_id}`;
}

function groupByKey(items: readonly PlanItem[]): Map<string, PlanItem[]> {
  const groups = new Map<string, PlanItem[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function changeOf(before: PlanItem | undefined, after: PlanItem): ChecklistChange | undefined {
  if (before === undefined) return 'added';
  if (before.status === after.status) return before.text === after.text ? undefined : 'reworded';
  switch (after.status) {
    case 'in_progress':
      return before.status === 'completed' ? 'reopened' : 'started';
    case 'completed':
      return 'completed';
    case 'pending':
      return before.status === 'completed' ? 'reopened' : 'postponed';
    default:
      return after.status satisfies never;
  }
}
