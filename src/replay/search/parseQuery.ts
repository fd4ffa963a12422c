import { foldCase } from './foldCase.ts';
import { type QueryToken, readTokens } from './readTokens.ts';
import { type SearchQuery, type SearchTerm, type TermName, termNames } from './searchQuery.ts';

const known: ReadonlySet<string> = new Set(termNames);

/**
 * Reads what a reader typed: words, `"quoted phrases"`, and the terms `tool:` `file:` `status:` `phase:` `agent:`, in any case. A
 * term without a value asks for nothing yet; what looks like a term and is none, such as `https://`, is a word.
 */
export function parseQuery(text: string): SearchQuery {
  const words = new Set<string>();
  const terms: SearchTerm[] = [];
  for (const token of readTokens(text)) {
    const name = termNameOf(token);
    if (name === undefined) words.add(wordOf(token));
    else if (token.value !== '') terms.push({ name, value: foldCase(token.value) });
  }
  words.delete('');
  // The longest is the rarest, as a rule, and rules most items out.
  return { words: [...words].sort((a, b) => b.length - a.length), terms };
}

/** The term that a piece of a query stands for; undefined where it is a word. */
export function termNameOf({ name }: QueryToken): TermName | undefined {
  const lower = name?.toLowerCase();
  return lower !== undefined && known.has(lower) ? (lower as TermName) : undefined;
}

function wordOf({ name, value }: QueryToken): string {
  return foldCase(name === undefined ? value : `${name}:${value}`);
}
