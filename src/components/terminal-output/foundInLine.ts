import type { FoundRange } from './cutLine.ts';
import type { Match } from './findMatches.ts';

const none: readonly FoundRange[] = [];

/** Makes the function that gives what a search found in a line; the reader is at the match `at`. Matches stand in the order of their lines. */
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
