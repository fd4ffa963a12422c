import { noMasking } from '../../src/components/masking/masking.ts';
import { createSearchTexts, nothingFound, parseQuery, type SessionIndex, searchSteps } from '../../src/replay/index.ts';
import { finish } from '../../src/replay/slices.ts';

const plain = { ...noMasking, plain: (text: string): string => text };

/** The ids of the items that a query finds, as `ReplayFilters.matches` takes them. */
export function matchesOf(index: SessionIndex, query: string): ReadonlySet<string> {
  const { items } = finish(searchSteps(createSearchTexts(index, plain), parseQuery(query), nothingFound));
  return new Set([...items].map((item) => index.items[item]?.id ?? ''));
}
