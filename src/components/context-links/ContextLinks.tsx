'use client';
import { type ReactElement, useMemo } from 'react';
import { contextLinks, linksFrom, linksInto, type SessionIndex } from '../../replay/index.ts';
import type { RowsInSight } from '../timeline/rowsInSight.ts';
import { assignLanes } from './assignLanes.ts';
import { groupLinks, groupsOf, type LinkGroup } from './groupLinks.ts';
import { LinkLines } from './LinkLines.tsx';
import { useLinks } from './useLinks.ts';

/** Props of {@link ContextLinks}. */
export interface ContextLinksProps {
  /** The session, made ready by `indexSession` of the replay. */
  index: SessionIndex;
  /** Where the rows stand, as the `gutter` of a `Timeline` is given it. */
  sight: RowsInSight;
  /** Id of the call whose links are drawn in colour, as in `ReplayItem.id`. */
  selected?: string | undefined;
  /** Only the selected call's links, or those of all calls in grey beneath them. @default 'selected' */
  show?: 'selected' | 'all';
}

const noGroups: readonly LinkGroup[] = [];

/**
 * When to use it: as the `gutter` of a `Timeline`; `ContextLinkList` says the same in words, with the reasons.
 *
 * Lines from the call that contributed something to the calls that used it, in the gutter beside a timeline: a square where
 * something came from, an arrow where it was used, dotted where the link is weak. It draws only what is in sight, and never
 * over text.
 */
export function ContextLinks({ index, sight, selected, show = 'selected' }: ContextLinksProps): ReactElement | null {
  const item = selected === undefined ? undefined : index.itemById(selected);
  const all = show === 'all';
  const ready = useLinks(index, all || item !== undefined ? index.items.length - 1 : -1);
  const every = useMemo(() => (all && ready ? groupLinks(contextLinks(index)) : noGroups), [all, ready, index]);
  const own = useMemo(() => {
    if (item === undefined || !ready) return noGroups;
    return groupsOf(item.index, linksInto(index, item.index), linksFrom(index, item.index));
  }, [item, ready, index]);
  const lanes = lanesOf(sight.gutterPx, all);
  const taken = useMemo(() => assignLanes(every, lanes.length), [every, lanes.length]);
  if (every.length === 0 && own.length === 0) return null;
  const lane = (n: number): number => lanes[n] as number;
  return (
    <LinkLines
      sight={sight}
      groups={[
        ...every.map((group, n) => ({ group, x: lane(taken[n] as number), look: 'other' as const })),
        ...own.map((group) => ({ group, x: lane(ownLane(every, taken, group)), look: group.direction })),
      ]}
    />
  );
}

/** Where lanes lie, in pixels from the left, the nearest to the rows first; drawn together, they lie closer. */
function lanesOf(gutterPx: number, all: boolean): number[] {
  const [first, last, step] = gutterPx < 44 ? [17, 11, 3] : all ? [33, 15, 3] : [33, 18, 5];
  return Array.from({ length: Math.floor((first - last) / step) + 1 }, (_, n) => first - n * step);
}

/** What the selected call contributed keeps the lane that it has among all; what it used has the nearest one. */
function ownLane(every: readonly LinkGroup[], taken: Uint8Array, group: LinkGroup): number {
  if (group.direction === 'in') return 0;
  const place = every.findIndex(({ hub }) => hub === group.hub);
  return place < 0 ? 0 : (taken[place] as number);
}
