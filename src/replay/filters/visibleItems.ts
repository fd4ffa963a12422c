import { isPrompt, outcomeOf } from '../judgeItem.ts';
import { memoize } from '../memoize.ts';
import { kindOf, type ReplayItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { itemTexts } from './itemText.ts';
import type { ReplayFilters } from './replayFilters.ts';

type Predicate = (item: ReplayItem) => boolean;

/** Which items the filters let through. */
export interface VisibleItems {
  /** Their positions in `SessionIndex.items`, ascending. */
  readonly items: Uint32Array;
  has(item: number): boolean;
}

/** Finds the items that filters let through, once for the same filters. */
export const visibleItems = memoize((index: SessionIndex, filters: ReplayFilters): VisibleItems => {
  const predicates = predicatesOf(index, filters);
  const passes = new Uint8Array(index.items.length);
  const items = new Uint32Array(index.items.length);
  let count = 0;
  for (const item of index.items) {
    if (!predicates.every((predicate) => predicate(item))) continue;
    passes[item.index] = 1;
    items[count] = item.index;
    count += 1;
  }
  return { items: items.subarray(0, count), has: (item) => passes[item] === 1 };
});

/** One predicate for each thing asked, the cheap ones first. */
function predicatesOf(index: SessionIndex, filters: ReplayFilters): Predicate[] {
  const predicates: Predicate[] = [];
  const ask = <Value>(
    values: readonly Value[],
    meets: (item: ReplayItem, wanted: ReadonlySet<Value>) => boolean,
  ): void => {
    if (values.length === 0) return;
    const wanted = new Set(values);
    predicates.push((item) => meets(item, wanted));
  };
  ask(filters.hidden, (item, hidden) => !hidden.has(kindOf(item)));
  if (filters.only === 'prompts') predicates.push(isPrompt);
  const { between, matches } = filters;
  if (matches !== undefined) predicates.push(({ id }) => matches.has(id));
  if (between !== undefined) {
    predicates.push(({ index: item }) => {
      // What has gone on since before belongs to it, too.
      return (index.starts[item] as number) <= between.to && (index.ends[item] as number) >= between.from;
    });
  }
  ask(filters.tools, (item, tools) => item.is === 'call' && tools.has(item.call.tool_name));
  ask(filters.categories, (item, categories) => item.is === 'call' && categories.has(item.call.tool_category));
  ask(filters.outcomes, (item, outcomes) => item.is === 'call' && outcomes.has(outcomeOf(item.call)));
  ask(filters.phases, (item, phases) =>
    phases.has(index.phases[index.phaseOf[item.index] as number]?.phase_type ?? 'unclassified'),
  );
  ask(filters.runs, (item, runs) => runs.has(index.runs[item.run]?.id ?? ''));
  ask(filters.agents, (item, agents) => {
    const agent = index.runs[item.run]?.agent;
    return agent !== undefined && agents.has(agent);
  });
  const query = filters.query.trim().toLowerCase();
  if (query !== '') {
    const texts = itemTexts(index);
    predicates.push((item) => texts[item.index]?.includes(query) === true);
  }
  return predicates;
}
