import type { FoundRange } from './cutLine.ts';
import type { TerminalLine } from './screen/textStyle.ts';

/** Where a searched text stands. */
export interface Match {
  /** 0-based. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** Finding more than these says nothing more. */
export const mostMatches = 10_000;

/** A text without its cases, where it stays as long: places found in it are places of the text. */
function withoutCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** Finds a text in lines, whatever its case; the first {@link mostMatches} of its places. */
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
