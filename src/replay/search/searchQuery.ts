/** What a term of a query asks for. */
export const termNames = ['tool', 'file', 'status', 'phase', 'agent'] as const;

export type TermName = (typeof termNames)[number];

/** A term with its value, without cases: `tool:bash`. */
export interface SearchTerm {
  readonly name: TermName;
  readonly value: string;
}

/** What a reader looks for: every word, and of the terms of each name any. */
export interface SearchQuery {
  /** Words and quoted phrases, without cases. */
  readonly words: readonly string[];
  readonly terms: readonly SearchTerm[];
}

/** Whether a query asks for nothing, and so finds nothing. */
export function asksNothing({ words, terms }: SearchQuery): boolean {
  return words.length === 0 && terms.length === 0;
}
