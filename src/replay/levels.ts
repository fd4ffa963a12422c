import { type Chapter, chapterOfItems, chaptersOf } from './chapters.ts';
import { isSearching, type ReplayFilters, visibleItems } from './filters.ts';
import { memoize, memoizeSteps } from './memoize.ts';
import { type PhaseBlock, phaseBlocks } from './phases.ts';
import type { ReplayItem } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { onlyLooks } from './work.ts';

/** The level at which a list is read; undefined where it has none, or a search decides what it shows. */
export function levelOf(filters: ReplayFilters): ReplayFilters['level'] {
  return isSearching(filters) ? undefined : filters.level;
}

/** Neighbouring calls in the list that only looked at something, folded into one row. */
export interface LookRun {
  /** The id in the expanded ids while the run is unfolded. */
  readonly id: string;
  /** Ascending, in reading order; positions in `SessionIndex.items`. */
  readonly items: readonly number[];
}

/** The runs of looks that a list shows, by first item and by every item. */
export interface LookRuns {
  readonly byFirst: ReadonlyMap<number, LookRun>;
  readonly byItem: ReadonlyMap<number, LookRun>;
}

/** Minimum number of looks that fold. */
const leastLooks = 3;
const lookMark = 'looks:';
/** Items looked at between two pauses; commands have to be taken apart. */
const commandsPerStep = 1024;
const noLooks: LookRuns = { byFirst: new Map(), byItem: new Map() };

/** The id of a run's first item, from the run's id in the expanded ids; undefined for any other id. */
export function firstOfLooks(id: string): string | undefined {
  return id.startsWith(lookMark) ? id.slice(lookMark.length) : undefined;
}

/** The id in the expanded ids while the run of looks that begins with this item is unfolded. */
export function looksId({ id }: ReplayItem): string {
  return lookMark + id;
}

/**
 * Finds the runs of calls that only looked at something; computed once for the same filters. Such calls are reads, searches and commands
 * that change nothing, one after another in one agent's run and one phase. Thinking without a recorded text does not end a run of looks.
 */
export const lookRuns = memoizeSteps(function* (
  index: SessionIndex,
  filters: ReplayFilters,
): Generator<undefined, LookRuns> {
  const level = levelOf(filters);
  if (level !== 'story' && level !== 'steps') return noLooks;
  const { items, outline, phaseOf } = index;
  const visible = yield* visibleItems.steps(index, filters);
  const found = { byFirst: new Map<number, LookRun>(), byItem: new Map<number, LookRun>() };
  let open: number[] = [];
  let calls = 0;
  const close = (): void => {
    while (open.length > 0 && items[open.at(-1) as number]?.is !== 'call') open.pop();
    if (calls >= leastLooks) {
      const run = { id: looksId(items[open[0] as number] as ReplayItem), items: open };
      found.byFirst.set(open[0] as number, run);
      for (const at of open) found.byItem.set(at, run);
    }
    open = [];
    calls = 0;
  };
  for (const [n, at] of outline.entries()) {
    if (n % commandsPerStep === 0) yield;
    if (!visible.has(at)) continue;
    const item = items[at] as ReplayItem;
    const before = open[0];
    const looks = item.is === 'call' && item.plan === undefined && onlyLooks(item.call);
    const goesOn = before !== undefined && items[before]?.run === item.run && phaseOf[before] === phaseOf[at];
    if (looks) {
      if (!goesOn) close();
      open.push(at);
      calls += 1;
    } else if (goesOn && saysNothing(item)) open.push(at);
    else close();
  }
  close();
  return found;
});

function saysNothing(item: ReplayItem): boolean {
  if (item.is === 'call') return false;
  return item.event.type === 'usage' || (item.event.type === 'thinking' && !item.event.text);
}

const openedMark = 'opened:';
const closedMark = 'closed:';
const shownMark = 'shown:';

/** State of a foldable part of the list, and the id that stands in the expanded ids while it is not in its initial state. */
export interface FoldState {
  readonly id: string;
  readonly folded: boolean;
}

/**
 * Whether a chapter is folded to a story (its prompt, what came of it, its answer) or shown step by step. Level `story` folds it at first.
 */
export function chapterFold(
  level: ReplayFilters['level'],
  { id }: Pick<Chapter, 'id'>,
  expanded: ReadonlySet<string>,
): FoldState {
  const isStory = level === 'story';
  const own = (isStory ? openedMark : closedMark) + id;
  return { id: own, folded: isStory !== expanded.has(own) };
}

/** Whether the rows of a phase are folded in a chapter that is shown as a story. */
export function storyPhaseFold(index: SessionIndex, block: PhaseBlock, expanded: ReadonlySet<string>): FoldState {
  const id = shownMark + (index.items[block.first]?.id ?? '');
  return { id, folded: !expanded.has(id) };
}

const foldedMark = 'folded:';

/** The id that is among the expanded ids while the rows of a phase are folded away. */
export function foldOfPhase({ items }: SessionIndex, { annotation, empty, first }: PhaseBlock): string {
  return foldedMark + (empty === undefined ? (items[first]?.id ?? '') : `empty:${annotation?.annotation_id ?? ''}`);
}

/** The expanded ids without the folded phases: while the headers of phases are hidden, they could not be unfolded. */
export const withoutFolds = memoize(
  (expanded: ReadonlySet<string>): ReadonlySet<string> =>
    [...expanded].some((id) => id.startsWith(foldedMark))
      ? new Set([...expanded].filter((id) => !id.startsWith(foldedMark)))
      : expanded,
);

/** Maximum number of rows of a story with phases; a longer story leaves out its phases. */
const mostStoryRows = 60;

/**
 * The phases that have rows in a story, as positions in `phaseBlocks`: those of chapters with several phases, unless the story would grow
 * too long.
 */
export const storyPhases = memoize((index: SessionIndex): ReadonlySet<number> => {
  const chapters = chaptersOf(index);
  const chapterOf = chapterOfItems(index);
  const byChapter = new Map<number, number[]>();
  for (const [n, { calls, head }] of phaseBlocks(index).entries()) {
    if (calls === 0) continue;
    const chapter = chapterOf[head] as number;
    const phases = byChapter.get(chapter) ?? [];
    byChapter.set(chapter, phases);
    phases.push(n);
  }
  const phases = [...byChapter.values()].filter(({ length }) => length > 1).flat();
  const answers = chapters.filter(({ answer }) => answer !== undefined).length;
  return new Set(chapters.length + answers + phases.length <= mostStoryRows ? phases : []);
});
