import { asksNothing, type SearchQuery, type SearchTerm } from './searchQuery.ts';

/**
 * Whether what a query finds was also found by the one before, as when the reader types on: then only that need be searched.
 * Says no where it cannot tell.
 */
export function narrowsQuery(next: SearchQuery, before: SearchQuery): boolean {
  const beforeNames = new Set(before.terms.map(({ name }) => name));
  return (
    !asksNothing(before) &&
    before.words.every((word) => next.words.some((longer) => longer.includes(word))) &&
    [...beforeNames].every((name) => next.terms.some((term) => term.name === name)) &&
    next.terms.every((term) => !beforeNames.has(term.name) || before.terms.some((other) => narrowsTerm(term, other)))
  );
}

function narrowsTerm(next: SearchTerm, before: SearchTerm): boolean {
  if (next.name !== before.name) return false;
  // Statuses and phases are words of a fixed set, some with other names: only the same one is surely no more.
  const fixed = next.name === 'status' || next.name === 'phase' || next.name === 'agent';
  return fixed ? next.value === before.value : next.value.includes(before.value);
}
