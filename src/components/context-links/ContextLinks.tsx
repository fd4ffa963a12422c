'use client';

import { type ReactElement, useMemo } from 'react';
import { type ContextLink, contextLinks, linksFrom, linksInto, type SessionIndex } from '../../replay/index.ts';
import type { RowsInSight } from '../timeline/layoutTimeline.ts';
import { useLinks } from './useLinks.ts';

/** What is drawn of a group, in pixels from the upper left corner of what is in sight. */
interface DrawnGroup {
  /** The line down the lane, with its arms to the rows. */
  readonly line: string;
  /** Arms of links that are weak: they are dotted. */
  readonly weak: string;
  /** Squares at the calls that contributed. */
  readonly starts: string;
  /** Arrows at the calls that used it. */
  readonly arrows: string;
}

/** A square of 5 px begins so far from the rows, an arrow of 5 px ends there. */
const markPx = 5;
const corner = 4;

/**
 * Draws what is in sight of a group: a line at `x`, arms from it to `edge`, where the rows begin. Undefined where nothing of
 * it is in sight, or where its hub has no row.
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

/** Whether a group reaches into what is in sight, as far as its ends have rows. */
function reachesSight(group: LinkGroup, sight: RowsInSight): boolean {
  const { first, last } = reachOf(group);
  const top = sight.lineOf(first);
  const bottom = sight.lineOf(last);
  return (top === undefined || top <= sight.bottomPx) && (bottom === undefined || bottom >= sight.topPx);
}

/** Props of {@link LinkLines}. */
interface LinkLinesProps {
  sight: RowsInSight;
  groups: readonly { group: LinkGroup; x: number; look: 'in' | 'out' | 'other' }[];
}

/** Between the marks and the text. */
const endPx = 2;

/** The lines of links that are in sight. Decoration to assistive technology: a list says the same in words. */
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

/**
 * Gives every group a lane, 0 being the nearest to the rows, so that no two lines of one lane meet; groups ascend by where
 * they begin. Where all lanes are taken, the one that is free soonest is shared: the gutter never grows.
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

/** Links that share one line: all that lead from a call, or all that lead into it. */
export interface LinkGroup {
  /** The call that the links share, as a position in `SessionIndex.items`. */
  readonly hub: number;
  /** Whether the hub contributed, or used. */
  readonly direction: 'out' | 'in';
  /** The other ends, ascending. */
  readonly ends: readonly LinkEnd[];
}

/** The other end of a link. */
interface LinkEnd {
  readonly item: number;
  readonly strength: ContextLink['strength'];
}

/** Gathers all links of a session by the call that contributed, ascending by it: one line a call, not one a link. */
export function groupLinks(links: readonly ContextLink[]): LinkGroup[] {
  const groups = new Map<number, LinkEnd[]>();
  for (const { from, to, strength } of links) {
    const ends = groups.get(from);
    if (ends === undefined) groups.set(from, [{ item: to, strength }]);
    else ends.push({ item: to, strength });
  }
  return [...groups].sort(([one], [other]) => one - other).map(([hub, ends]) => ({ hub, direction: 'out', ends }));
}

/** The links of one call: a line for what it used, a line for where it was used. */
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

/** The first and the last item that a group reaches. */
export function reachOf({ hub, direction, ends }: LinkGroup): { first: number; last: number } {
  return direction === 'out'
    ? { first: hub, last: ends.at(-1)?.item ?? hub }
    : { first: ends[0]?.item ?? hub, last: hub };
}
