import { eventText } from '../session/facts/eventText.ts';
import type { Outcome, PhaseType, SessionEvent, ToolCall, ToolCategory } from '../session/index.ts';
import { isPrompt, outcomeOf } from './judgeItem.ts';
import { memoize } from './memoize.ts';
import { type ItemKind, kindOf, type ReplayItem } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';
import type { SessionMs } from './timeAxis.ts';

/**
 * Which items are shown. An empty list asks nothing; an item is shown when it meets everything that is asked. What is
 * asked of calls (tools, categories, outcomes) no event meets. Plain data, so that it fits into a link.
 */
export interface ReplayFilters {
  /** Names of tools, as recorded. */
  readonly tools: readonly string[];
  readonly categories: readonly ToolCategory[];
  readonly outcomes: readonly Outcome[];
  /** `unclassified` also stands for items that no annotation covers. */
  readonly phases: readonly PhaseType[];
  /** Ids of runs: of the session itself, or of sub-sessions. */
  readonly runs: readonly string[];
  /** Agents of sub-sessions, as in `ReplayRun.agent`. */
  readonly agents: readonly string[];
  /** Kinds that are not shown, such as thinking, usage, notices. */
  readonly hidden: readonly ItemKind[];
  readonly only: 'everything' | 'prompts';
  /** A text to be found in the item, in upper or lower case; blanks around it do not count. */
  readonly query: string;
  /** Ids of what a search found, where only that is shown. A link has the search instead. */
  readonly matches?: ReadonlySet<string> | undefined;
  /** Only what begins in this stretch of the session. */
  readonly between?: { readonly from: SessionMs; readonly to: SessionMs } | undefined;
}

/** Shows everything. */
export const noFilters: ReplayFilters = {
  tools: [],
  categories: [],
  outcomes: [],
  phases: [],
  runs: [],
  agents: [],
  hidden: [],
  only: 'everything',
  query: '',
};

/** Whether filters ask for something, rather than hide kinds: then runs that are folded away show what was found in them. */
export function isSearching({ hidden: _, ...asked }: ReplayFilters): boolean {
  const { only, query, matches, between, ...lists } = asked;
  const listed = Object.values(lists).some((list) => list.length > 0);
  return only !== 'everything' || query.trim() !== '' || matches !== undefined || between !== undefined || listed;
}

/** For each item, in lower case, the text that a query looks through; made when first needed. */
const itemTexts = memoize((index: SessionIndex) => index.items.map((item) => textOf(item).toLowerCase()));

/** What a row can show of an item: what it says, or the name, arguments and short result of a call. */
function textOf(item: ReplayItem): string {
  if (item.is === 'event') return textOfEvent(item.event);
  const checklist = item.plan === undefined ? [] : [textOfEvent(item.plan)];
  return [...textsOfCall(item.call), ...checklist].join('\n');
}

function textsOfCall({ tool_name, input, output, subagent_info }: ToolCall): string[] {
  const texts = [
    tool_name,
    input.description,
    input.raw_command,
    ...Object.values(input.params),
    output.result?.display,
    output.error,
    subagent_info?.subagent_type,
  ];
  return texts.filter((text) => typeof text === 'string');
}

function textOfEvent(event: SessionEvent): string {
  if (event.type === 'usage') return event.model ?? '';
  return event.type === 'unknown' ? event.record_type : eventText(event);
}

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
