import type { Outcome, PhaseType, ToolCategory } from '../../session/index.ts';
import type { ItemKind } from '../replayItem.ts';
import type { SessionMs } from '../timeAxis.ts';

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
