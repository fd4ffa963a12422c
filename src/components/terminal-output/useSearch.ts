import { useDeferredValue, useMemo, useState } from 'react';
import type { FoundRange } from './cutLine.ts';
import type { TerminalLine } from './screen/textStyle.ts';

/** A search inside an output. */
export interface Search {
  readonly open: boolean;
  readonly query: string;
  readonly matches: readonly Match[];
  /** 0-based; −1 if nothing was found. */
  readonly at: number;
  readonly setOpen: (open: boolean) => void;
  readonly setQuery: (query: string) => void;
  /** Goes to the next or previous match, wrapping around at both ends. */
  readonly step: (by: -1 | 1) => void;
}

const none: readonly TerminalLine[] = [];

/** Searches lines as the reader types. */
export function useSearch(lines: readonly TerminalLine[]): Search {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const asked = useDeferredValue(open ? query : '');
  const searched = asked === '' ? none : lines;
  const matches = useMemo(() => findMatches(searched, asked), [searched, asked]);
  const at = matches.length === 0 ? -1 : Math.min(chosen, matches.length - 1);
  return {
    open,
    query,
    matches,
    at,
    setOpen,
    setQuery: (text) => {
      setQuery(text);
      setChosen(0);
    },
    step: (by) => setChosen(matches.length === 0 ? 0 : (at + by + matches.length) % matches.length),
  };
}

/** A match of a search. */
interface Match {
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

const noRanges: readonly FoundRange[] = [];

/** Makes the function that returns the matches of a line; `at` is the current match. Matches are in the order of their lines. */
export function foundInLine(matches: readonly Match[], at: number): (line: number) => readonly FoundRange[] {
  if (matches.length === 0) return () => noRanges;
  const byLine = new Map<number, FoundRange[]>();
  for (const [index, { line, from, to }] of matches.entries()) {
    const found = byLine.get(line) ?? [];
    byLine.set(line, found);
    found.push({ from, to, current: index === at });
  }
  return (line) => byLine.get(line) ?? noRanges;
}
