import type { ReplayFilters } from './filters.ts';
import { visibleItems } from './filters.ts';
import { memoizeSteps } from './memoize.ts';
import { type Housekeeping, housekeepingOf, type ReplayItem } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { itemsPerStep } from './slices.ts';

/** Neighbouring housekeeping items in the list, folded into one row. */
export interface HousekeepingRun {
  /** The id in the expanded ids while the run is unfolded. */
  readonly id: string;
  /** At least two, in reading order; positions in `SessionIndex.items`. */
  readonly items: readonly number[];
  /** Number of items of each kind, in the order in which the kinds first occur. */
  readonly counts: readonly (readonly [kind: Housekeeping, count: number])[];
}

/** The housekeeping runs that a list shows, by first item and by every item. */
export interface HousekeepingRuns {
  readonly byFirst: ReadonlyMap<number, HousekeepingRun>;
  readonly byItem: ReadonlyMap<number, HousekeepingRun>;
}

const idMark = 'housekeeping:';

/** The id in the expanded ids while the run that begins with this item is unfolded. */
export function housekeepingId({ id }: ReplayItem): string {
  return idMark + id;
}

/** The id of a run's first item, from the run's id in the expanded ids; undefined for any other id. */
export function firstOfHousekeeping(id: string): string | undefined {
  return id.startsWith(idMark) ? id.slice(idMark.length) : undefined;
}

/**
 * Finds the housekeeping runs among the items that pass the filters; computed once for the same filters. None where everything is shown.
 * The items of a housekeeping run belong to one agent's run and one phase, with no idle time between them.
 */
export const housekeepingRuns = memoizeSteps(function* (
  index: SessionIndex,
  filters: ReplayFilters,
): Generator<undefined, HousekeepingRuns> {
  if (filters.level === 'everything') return { byFirst: new Map(), byItem: new Map() };
  const { items, outline, phaseOf } = index;
  const visible = yield* visibleItems.steps(index, filters);
  const found: HousekeepingRuns & { byFirst: Map<number, HousekeepingRun>; byItem: Map<number, HousekeepingRun> } = {
    byFirst: new Map(),
    byItem: new Map(),
  };
  const idleBetween = createIdleBetween(index);
  let open: number[] = [];
  const close = (): void => {
    if (open.length > 1) note(found, index, open);
    if (open.length > 0) open = [];
  };
  for (const [n, at] of outline.entries()) {
    if (n % itemsPerStep === 0) yield;
    if (!visible.has(at)) continue;
    const item = items[at] as ReplayItem;
    if (housekeepingOf(item) === undefined) {
      close();
      continue;
    }
    const before = open.at(-1);
    const isNeighbour =
      before !== undefined &&
      items[before]?.run === item.run &&
      phaseOf[before] === phaseOf[at] &&
      (item.run !== 0 || !idleBetween(before, at));
    if (!isNeighbour) close();
    open.push(at);
  }
  close();
  return found;
});

function note(
  { byFirst, byItem }: { byFirst: Map<number, HousekeepingRun>; byItem: Map<number, HousekeepingRun> },
  { items }: SessionIndex,
  run: readonly number[],
): void {
  const first = run[0] as number;
  const counts = new Map<Housekeeping, number>();
  for (const at of run) {
    const kind = housekeepingOf(items[at] as ReplayItem) as Housekeeping;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const found = { id: housekeepingId(items[first] as ReplayItem), items: run, counts: [...counts] };
  byFirst.set(first, found);
  for (const at of run) byItem.set(at, found);
}

/** Whether an idle range, which has a row of its own, ends between two items. To be asked in ascending order. */
function createIdleBetween({ axes, starts }: SessionIndex): (before: number, after: number) => boolean {
  const { gaps } = axes.squeezed;
  let next = 0;
  return (before, after) => {
    while (next < gaps.length && (gaps[next]?.end ?? 0) <= (starts[before] as number)) next += 1;
    return next < gaps.length && (gaps[next]?.end ?? 0) <= (starts[after] as number);
  };
}
