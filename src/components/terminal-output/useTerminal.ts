'use client';
import { useState } from 'react';
import type { ContentRef } from '../../session/index.ts';
import { type Reveal, useRevealOf } from '../masking/useReveal.ts';
import { type OpenProps, useOpen } from '../shared/useOpen.ts';
import type { Kit } from '../theme/kit.ts';
import type { TerminalLine } from './screen/textStyle.ts';
import { sourceNotes } from './sourceNotes.ts';
import { useMaskedText } from './useMaskedText.ts';
import { type Search, useSearch } from './useSearch.ts';
import { useTerminalLines } from './useTerminalLines.ts';
import { useWhole, type Whole } from './useWhole.ts';

/** What an output is, to whoever draws it. */
export interface TerminalSource extends OpenProps {
  /** What the program printed, escape sequences and all. */
  text: string;
  /** The whole text, where `text` is shortened. */
  content?: ContentRef | undefined;
}

/** An output and the state of its view: its parts may stand apart, in the head of a section and below it. */
export interface Terminal {
  /** As it came, secrets masked: what is copied and downloaded. Absent while a long text is masked. */
  readonly raw: string | undefined;
  /** Absent while a long text is masked and read. */
  readonly lines: readonly TerminalLine[] | undefined;
  /** How many lines there are, where the source cut them and says so. */
  readonly totalLines: number | undefined;
  /** Whether it is long enough to be folded, searched and wrapped. */
  readonly long: boolean;
  readonly open: boolean;
  readonly toggle: () => void;
  readonly wrap: boolean;
  readonly setWrap: (wrap: boolean) => void;
  readonly search: Search;
  readonly whole: Whole;
  /** What holds for its parts. */
  readonly kit: Kit;
  readonly reveal: Reveal | undefined;
}

/** An output of more lines folds to its two ends. */
const foldedAbove = 50;

const noLines: readonly TerminalLine[] = [];

/** Reads an output and keeps the state of its view. */
export function useTerminal({ text, content, ...fold }: TerminalSource): Terminal {
  const whole = useWhole(content);
  const logged = whole.text ?? text;
  const { shown: raw, kit, reveal } = useRevealOf(logged, useMaskedText(logged, whole.text !== undefined));
  const { text: body, totalLines } = sourceNotes(raw ?? '');
  const lines = useTerminalLines(raw === undefined ? undefined : body);
  const [open, toggle] = useOpen(fold);
  const [wrap, setWrap] = useState(true);
  const search = useSearch(lines ?? noLines);
  const long = lines === undefined || lines.length > foldedAbove;
  // What is found is shown, also where it lies in the fold.
  const searching = search.open && search.query !== '';
  const folding = { long, open: open || searching || !long, toggle };
  return { raw, lines, totalLines, ...folding, wrap, setWrap, search, whole, kit, reveal };
}
