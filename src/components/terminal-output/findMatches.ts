import type { FoundRange } from './cutLine.ts';
import type { TerminalLine } from './screen/textStyle.ts';

/** A match of a search. */
export interface Match {
  /** 0-based. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** Maximum number of matches; more would not help a reader. */
export const mostMatches = 10_000;

/** A text in lower case, if that keeps its length, so that offsets in it are offsets in the text; else unchanged. */
function withoutCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** Finds a text in lines, ignoring case; returns the first {@link mostMatches} matches. */
export function findMatches(lines: readonly TerminalLine[], query: string): Match[] {
  const matches: Match[] = [];
  const wanted = withoutCase(query);
  if (wanted === '') return matches;
  for (const [line, { text }] of lines.entries()) {
    const searched = withoutCase(text);
    for (let from = searched.indexOf(wanted); from >= 0; from = searched.indexOf(wanted, from + wanted.length)) {
      if (matches.length === mostMatches) return matches;
      matches.push({ line, from, to: from + wanted.length });
    }
  }
  return matches;
}

const none: readonly FoundRange[] = [];

/** Makes the function that returns the matches of a line; `at` is the current match. Matches are in the order of their lines. */
export function foundInLine(matches: readonly Match[], at: number): (line: number) => readonly FoundRange[] {
  if (matches.length === 0) return () => none;
  const byLine = new Map<number, FoundRange[]>();
  for (const [index, { line, from, to }] of matches.entries()) {
    const found = byLine.get(line) ?? [];
    byLine.set(line, found);
    found.push({ from, to, current: index === at });
  }
  return (line) => byLine.get(line) ?? none;
}
