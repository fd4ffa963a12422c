'use client';
import { type ReactElement, useState } from 'react';
import { useWidth } from '../hooks/useWidth.ts';
import { viewersWords } from '../language/english/viewers.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';
import type { DiffLayout } from './diffRows.ts';

/** Less than this is too narrow for two columns of code, in pixels. */
const splitFromPx = 720;

/** The layout of diffs, and the way to the other one. */
export interface DiffLayoutChoice {
  /** As the reader chose, where there is room for it. */
  readonly layout: DiffLayout;
  /** Turns it; undefined where there is no room for two columns. */
  readonly button: ReactElement | undefined;
  /** Takes the element whose width counts. */
  readonly measure: (element: HTMLElement | null) => void;
}

/** Lets the reader lay diffs out in one column or two, and in two only where the element it measures is wide enough. */
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
