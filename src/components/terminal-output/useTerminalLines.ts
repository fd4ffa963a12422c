'use client';
import { useMemo } from 'react';
import { readAtOnce } from './readAtOnce.ts';
import { readTerminal, readTerminalInSteps } from './screen/readTerminal.ts';
import type { TerminalLine } from './screen/textStyle.ts';
import { useInSteps } from './useInSteps.ts';

/** The lines of a text as a terminal shows them; nothing while a long one is read, or where there is none yet. */
export function useTerminalLines(text: string | undefined): readonly TerminalLine[] | undefined {
  const short = text !== undefined && text.length <= readAtOnce;
  const now = useMemo(() => (short ? readTerminal(text) : undefined), [short, text]);
  const later = useInSteps(short ? undefined : text, readTerminalInSteps);
  return now ?? later;
}
