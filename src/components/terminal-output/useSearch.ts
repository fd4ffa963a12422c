'use client';
import { useDeferredValue, useMemo, useState } from 'react';
import { findMatches, type Match } from './findMatches.ts';
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
