import { memoize } from '../memoize.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import type { ContextLink } from './contextLink.ts';
import { LinkFinder } from './linkFinder.ts';

const finderOf = memoize((index: SessionIndex) => new LinkFinder(index));

/** The links into an item: what a call used. Searches no further than that item. */
export function linksInto(index: SessionIndex, item: number): readonly ContextLink[] {
  const finder = finderOf(index);
  finder.advanceTo(item);
  return linksBetween(finder, finder.links.startOf(item), finder.links.startOf(item + 1));
}

/** The links out of an item: where its contribution was used. Needs all links of the session. */
export function linksFrom(index: SessionIndex, item: number): readonly ContextLink[] {
  const { offsets, places } = outgoing(index);
  const { links } = finderOf(index);
  return Array.from(places.subarray(offsets[item], offsets[item + 1]), (place) => links.linkAt(place));
}

/** Every link of a session, ascending by the call that used something. */
export function contextLinks(index: SessionIndex): readonly ContextLink[] {
  return allLinks(index);
}

const allLinks = memoize((index: SessionIndex): readonly ContextLink[] => {
  const finder = finderOf(index);
  finder.advanceTo(index.items.length - 1);
  return linksBetween(finder, 0, finder.links.length);
});

function linksBetween({ links }: LinkFinder, first: number, end: number): ContextLink[] {
  const found: ContextLink[] = [];
  for (let place = first; place < end; place += 1) found.push(links.linkAt(place));
  return found;
}

/** The links by contributing call: those of item n stand at offsets[n] … offsets[n + 1]. */
const outgoing = memoize((index: SessionIndex) => {
  const finder = finderOf(index);
  finder.advanceTo(index.items.length - 1);
  const { links } = finder;
  const offsets = new Uint32Array(index.items.length + 1);
  for (let place = 0; place < links.length; place += 1) {
    const after = links.fromAt(place) + 1;
    offsets[after] = (offsets[after] as number) + 1;
  }
  for (let item = 1; item < offsets.length; item += 1) {
    offsets[item] = (offsets[item] as number) + (offsets[item - 1] as number);
  }
  const filled = offsets.slice();
  const places = new Uint32Array(links.length);
  for (let place = 0; place < links.length; place += 1) {
    const from = links.fromAt(place);
    places[filled[from] as number] = place;
    filled[from] = (filled[from] as number) + 1;
  }
  return { offsets, places };
});
