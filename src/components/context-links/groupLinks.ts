import type { ContextLink } from '../../replay/index.ts';

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
export interface LinkEnd {
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
