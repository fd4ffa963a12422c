'use client';

import { type ReactElement, useMemo } from 'react';
import { type ContextLink, contextLinks, linksFrom, linksInto, type SessionIndex } from '../../replay/index.ts';
import type { RowsInSight } from '../timeline/layoutTimeline.ts';
import { useLinks } from './ContextLinkList.tsx';

/** The drawing of a group, in pixels from the upper left corner of the visible part. */
interface DrawnGroup {
  /** The line down the lane, with its arms to the rows. */
  readonly line: string;
  /** Arms of weak links, which are dotted. */
  readonly weak: string;
  /** Squares at the contributing calls. */
  readonly starts: string;
  /** Arrows at the calls that used the contribution. */
  readonly arrows: string;
}

/** Distance from the rows at which a square (5 px) begins and an arrow (5 px) ends. */
const markPx = 5;
const corner = 4;

/**
 * Draws the visible part of a group: a line at `x`, with arms from it to `edge`, where the rows begin. Undefined if no part is visible, or
 * if the group's own call has no row.
 */
export function drawGroup(group: LinkGroup, sight: RowsInSight, x: number, edge: number): DrawnGroup | undefined {
  const hub = reachesSight(group, sight) ? sight.lineOf(group.hub) : undefined;
  if (hub === undefined) return undefined;
  const ends = group.ends.flatMap(({ item, strength }) => {
    const y = sight.lineOf(item);
    return y === undefined ? [] : [{ y, weak: strength === 'weak' }];
  });
  const farthest = group.direction === 'out' ? ends.at(-1)?.y : ends[0]?.y;
  if (farthest === undefined) return undefined;
  const [top, bottom] = hub < farthest ? [hub, farthest] : [farthest, hub];
  if (bottom < sight.topPx || top > sight.bottomPx) return undefined;

  const out = group.direction === 'out';
  const inSight = ({ y }: { y: number }): boolean => y >= sight.topPx - markPx && y <= sight.bottomPx + markPx;
  const arm = (y: number, turns: -1 | 0 | 1): string => {
    const end = edge - markPx;
    const at = y - sight.topPx;
    return turns === 0
      ? `M${x} ${at}H${end}`
      : `M${x} ${at + turns * corner}q0 ${-turns * corner} ${corner} ${-turns * corner}H${end}`;
  };
  const turnsOf = (y: number): -1 | 0 | 1 => (y === top ? 1 : y === bottom ? -1 : 0);
  const armOf = (y: number): string => arm(y, turnsOf(y));
  const from = Math.max(top + corner, sight.topPx) - sight.topPx;
  const to = Math.min(bottom - corner, sight.bottomPx) - sight.topPx;
  const shown = ends.filter(inSight);
  const sure = [...(inSight({ y: hub }) ? [{ y: hub }] : []), ...shown.filter(({ weak }) => !weak)];
  const square = (y: number): string =>
    `M${edge - markPx} ${y - sight.topPx - markPx / 2}h${markPx}v${markPx}h${-markPx}z`;
  const arrow = (y: number): string => `M${edge} ${y - sight.topPx}l${-markPx} ${-markPx / 2 - 0.5}v${markPx + 1}z`;
  const hubs = inSight({ y: hub }) ? [hub] : [];
  const others = shown.map(({ y }) => y);
  return {
    line: (to > from ? `M${x} ${from}V${to}` : '') + sure.map(({ y }) => armOf(y)).join(''),
    weak: shown
      .filter(({ weak }) => weak)
      .map(({ y }) => armOf(y))
      .join(''),
    starts: (out ? hubs : others).map(square).join(''),
    arrows: (out ? others : hubs).map(arrow).join(''),
  };
}

/** Whether a part of a group is visible, counting only ends with rows. */
function reachesSight(group: LinkGroup, sight: RowsInSight): boolean {
  const { first, last } = reachOf(group);
  const top = sight.lineOf(first);
  const bottom = sight.lineOf(last);
  return (top === undefined || top <= sight.bottomPx) && (bottom === undefined || bottom >= sight.topPx);
}

interface LinkLinesProps {
  sight: RowsInSight;
  groups: readonly { group: LinkGroup; x: number; look: 'in' | 'out' | 'other' }[];
}

/** Distance between the marks and the text. */
const endPx = 2;

/** The visible lines of links. Decorative: a list says the same in words. */
function LinkLines({ sight, groups }: LinkLinesProps): ReactElement {
  const edge = sight.gutterPx - endPx;
  return (
    <svg
      className="ark-links"
      aria-hidden="true"
      width={sight.gutterPx}
      height={Math.max(0, sight.bottomPx - sight.topPx)}
      style={{ top: sight.topPx }}
    >
      {groups.map(({ group, x, look }) => {
        const drawn = drawGroup(group, sight, x, edge);
        if (drawn === undefined) return null;
        return (
          <g key={`${look} ${group.hub}`} className="ark-links__group" data-link={look}>
            <path className="ark-links__line" d={drawn.line} />
            {drawn.weak === '' ? null : <path className="ark-links__line" data-strength="weak" d={drawn.weak} />}
            <path className="ark-links__mark" d={drawn.starts + drawn.arrows} />
          </g>
        );
      })}
    </svg>
  );
}

/** Props of {@link ContextLinks}. */
export interface ContextLinksProps {
  /** The session, indexed by `indexSession` of the replay. */
  index: SessionIndex;
  /** Places of the visible rows, as passed to the `gutter` of a `Timeline`. */
  sight: RowsInSight;
  /** Id of the call whose links are drawn in colour, as in `ReplayItem.id`. */
  selected?: string | undefined;
  /** Whether to draw only the selected call's links, or also those of all other calls in grey beneath them. @default 'selected' */
  show?: 'selected' | 'all';
}

const noGroups: readonly LinkGroup[] = [];

/**
 * When to use it: as the `gutter` of a `Timeline`; `ContextLinkList` says the same in words, with the reasons.
 *
 * Lines in the gutter of a timeline from the call that contributed something to the calls that used it: a square at the source, an arrow at
 * each use, dotted if the link is weak. It draws only the visible part, and never over text.
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

/** Positions of lanes, in pixels from the left, the one nearest to the rows first; all links together use narrower lanes. */
function lanesOf(gutterPx: number, all: boolean): number[] {
  const [first, last, step] = gutterPx < 44 ? [17, 11, 3] : all ? [33, 15, 3] : [33, 18, 5];
  return Array.from({ length: Math.floor((first - last) / step) + 1 }, (_, n) => first - n * step);
}

/** The selected call's contributions keep the lane they have among all; what it used takes the nearest lane. */
function ownLane(every: readonly LinkGroup[], taken: Uint8Array, group: LinkGroup): number {
  if (group.direction === 'in') return 0;
  const found = every.findIndex(({ hub }) => hub === group.hub);
  return found < 0 ? 0 : (taken[found] as number);
}

/**
 * Assigns lanes to groups so that no two lines of a lane overlap; 0 is nearest to the rows, and groups are ascending by start. If all lanes
 * are taken, the group shares the one that is free soonest, so the gutter never grows.
 */
export function assignLanes(groups: readonly LinkGroup[], lanes: number): Uint8Array {
  const assigned = new Uint8Array(groups.length);
  const takenUntil = new Float64Array(lanes).fill(-1);
  for (const [n, group] of groups.entries()) {
    const { first, last } = reachOf(group);
    let lane = takenUntil.findIndex((end) => end < first);
    if (lane < 0) lane = takenUntil.indexOf(Math.min(...takenUntil));
    assigned[n] = lane;
    takenUntil[lane] = Math.max(takenUntil[lane] as number, last);
  }
  return assigned;
}

/** Links that share one line: all links from a call, or all links into it. */
export interface LinkGroup {
  /** The call that the links share, as a position in `SessionIndex.items`. */
  readonly hub: number;
  /** Whether the shared call contributed or used. */
  readonly direction: 'out' | 'in';
  /** The other ends, ascending. */
  readonly ends: readonly LinkEnd[];
}

/** The call at the other end of a link. */
interface LinkEnd {
  readonly item: number;
  readonly strength: ContextLink['strength'];
}

/** Groups all links of a session by contributing call, ascending: one line per call instead of one per link. */
export function groupLinks(links: readonly ContextLink[]): LinkGroup[] {
  const groups = new Map<number, LinkEnd[]>();
  for (const { from, to, strength } of links) {
    const ends = groups.get(from);
    if (ends === undefined) groups.set(from, [{ item: to, strength }]);
    else ends.push({ item: to, strength });
  }
  return [...groups].sort(([one], [other]) => one - other).map(([hub, ends]) => ({ hub, direction: 'out', ends }));
}

/** The links of one call: one line for what it used, one for where it was used. */
export function groupsOf(item: number, into: readonly ContextLink[], from: readonly ContextLink[]): LinkGroup[] {
  const groups: LinkGroup[] = [
    {
      hub: item,
      direction: 'in',
      ends: into.map((link) => ({ item: link.from, strength: link.strength })).sort((a, b) => a.item - b.item),
    },
    { hub: item, direction: 'out', ends: from.map((link) => ({ item: link.to, strength: link.strength })) },
  ];
  return groups.filter(({ ends }) => ends.length > 0);
}

/** First and last item of a group. */
export function reachOf({ hub, direction, ends }: LinkGroup): { first: number; last: number } {
  return direction === 'out'
    ? { first: hub, last: ends.at(-1)?.item ?? hub }
    : { first: ends[0]?.item ?? hub, last: hub };
}
