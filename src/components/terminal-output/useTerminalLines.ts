'use client';
import { useEffect, useMemo, useState } from 'react';
import { readTerminal, readTerminalInSteps } from './screen/readTerminal.ts';
import type { TerminalLine } from './screen/textStyle.ts';

/** Texts up to this many characters are read at once, in a few milliseconds. */
const readAtOnce = 200_000;
/** Of a longer one, the page gives this many milliseconds at a time. */
const stepMs = 8;

interface Read {
  readonly text: string;
  readonly lines: readonly TerminalLine[];
}

/** The lines of a text as a terminal shows them; nothing while a long one is read. */
export function useTerminalLines(text: string): readonly TerminalLine[] | undefined {
  const short = text.length <= readAtOnce;
  const now = useMemo(() => (short ? readTerminal(text) : undefined), [short, text]);
  const [read, setRead] = useState<Read>();

  useEffect(() => {
    if (short) return undefined;
    const steps = readTerminalInSteps(text);
    let timer: ReturnType<typeof setTimeout>;
    const go = (): void => {
      const until = performance.now() + stepMs;
      let step = steps.next();
      while (!step.done && performance.now() < until) step = steps.next();
      if (step.done) setRead({ text, lines: step.value });
      else timer = setTimeout(go);
    };
    timer = setTimeout(go);
    return () => clearTimeout(timer);
  }, [short, text]);

  return now ?? (read?.text === text ? read.lines : undefined);
}
