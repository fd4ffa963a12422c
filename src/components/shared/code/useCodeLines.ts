import { useContext, useEffect, useMemo, useRef, useState } from 'react';
import { PassingContext, settleMs } from '../../hooks/passing.ts';
import type { CodeLines } from './codePart.ts';
import type { GrammarName } from './grammars.ts';

const mostCharacters = 50_000;
/** Lines of the longest code that is coloured. */
export const mostCodeLines = 800;
/** A longer line was generated: colours would say nothing and cost most. */
const longestLine = 1000;

/** Whether code is short enough to be coloured. Grammars are regular expressions; this limits what they may cost. */
export function isHighlightable(text: string): boolean {
  if (text === '' || text.length > mostCharacters) return false;
  const lines = text.split('\n');
  return lines.length <= mostCodeLines && lines.every((line) => line.length <= longestLine);
}

interface Read {
  readonly text: string;
  readonly grammar: GrammarName;
  readonly lines: CodeLines;
}

/** Code in coloured pieces once its highlighter has loaded; undefined before that, and for code too long to be coloured. */
export function useCodeLines(text: string, grammar: GrammarName | undefined): CodeLines | undefined {
  const [read, setRead] = useState<Read>();
  const isPassing = useContext(PassingContext);
  const wanted = useMemo(
    () => (grammar !== undefined && !isPassing && isHighlightable(text) ? grammar : undefined),
    [text, grammar, isPassing],
  );
  const lastAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    const now = performance.now();
    const isHurried = now - lastAt.current < settleMs;
    // A text that is not coloured counts too: a scrub may pass long and short ones in turn.
    lastAt.current = now;
    if (wanted === undefined) return undefined;
    let current = true;
    const colour = (): void => {
      import('./highlightCode.ts')
        .then(({ highlightCode }) => highlightCode(text, wanted))
        .then(
          (lines) => {
            if (current) setRead({ text, grammar: wanted, lines });
          },
          // Colours are optional: without the highlighter, the text is still complete.
          () => undefined,
        );
    };
    const timer = isHurried ? setTimeout(colour, settleMs) : undefined;
    if (!isHurried) colour();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, wanted]);

  return read?.text === text && read.grammar === wanted ? read.lines : undefined;
}
