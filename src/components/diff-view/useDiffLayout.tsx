'use client';
import { type ReactElement, useState } from 'react';
import { useWidth } from '../hooks/useWidth.ts';
import { viewersWords } from '../language/english/viewers.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';
import type { DiffLayout } from './diffRows.ts';

/** Minimum width for two columns of code, in pixels. */
const splitFromPx = 720;

/** The layout of diffs, and the function that switches it. */
export interface DiffLayoutChoice {
  /** The reader's choice, if there is room for it. */
  readonly layout: DiffLayout;
  /** Switches the layout; undefined if there is no room for two columns. */
  readonly button: ReactElement | undefined;
  /** Ref for the element whose width counts. */
  readonly measure: (element: HTMLElement | null) => void;
}

/** Lets the reader choose between one and two columns; two only if the measured element is wide enough. */
export function useDiffLayout(atFirst: DiffLayout): DiffLayoutChoice {
  const { t } = useKit(viewersWords);
  const [chosen, setChosen] = useState(atFirst);
  const [element, measure] = useState<HTMLElement | null>(null);
  const fits = (useWidth(element) ?? splitFromPx) >= splitFromPx;
  const other = chosen === 'split' ? 'unified' : 'split';
  return {
    layout: fits ? chosen : 'unified',
    button: fits ? <ActionButton label={t(`diff.${other}`)} onClick={() => setChosen(other)} /> : undefined,
    measure,
  };
}
