'use client';

import { useMemo, useState } from 'react';
import type { ContentRef } from '../../session/index.ts';
import { useInSlices } from '../hooks/useInSlices.ts';
import { noMasking } from '../masking/masking.ts';
import { type OpenProps, useOpen } from '../shared/useOpen.ts';
import type { Kit } from '../theme/kit.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasking } from '../theme/useMasked.ts';
import { type Reveal, useRevealOf } from '../theme/useReveal.ts';
import { readTerminal, readTerminalInSteps } from './screen/readTerminal.ts';
import type { TerminalLine } from './screen/textStyle.ts';
import { sourceNotes } from './sourceNotes.ts';
import { type Search, useSearch } from './useSearch.ts';
import { useWhole, type Whole } from './useWhole.ts';

/** Texts up to this many characters are masked and read at once, in a few milliseconds. */
const readAtOnce = 200_000;

/** What an output is, to whoever draws it. */
interface TerminalSource extends OpenProps {
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

/** The lines of a text as a terminal shows them; nothing while a long one is read, or where there is none yet. */
function useTerminalLines(text: string | undefined): readonly TerminalLine[] | undefined {
  const short = text !== undefined && text.length <= readAtOnce;
  const now = useMemo(() => (short ? readTerminal(text) : undefined), [short, text]);
  const later = useInSlices(
    useMemo(() => (short || text === undefined ? undefined : () => readTerminalInSteps(text)), [short, text]),
  );
  return now ?? later;
}

/**
 * A text with its secrets masked; nothing while a long one is looked through. What was fetched is masked also where a component
 * around has masked the rest.
 */
function useMaskedText(text: string, isFetched: boolean): string | undefined {
  const { isMasked } = useKit();
  const rules = useMasking();
  const masking = isMasked && !isFetched ? noMasking : rules;
  const short = text.length <= readAtOnce || masking === noMasking;
  const now = useMemo(() => (short ? masking.mask(text) : undefined), [short, masking, text]);
  const later = useInSlices(
    useMemo(() => (short ? undefined : () => masking.maskInSteps(text)), [short, masking, text]),
  );
  return now ?? later;
}
