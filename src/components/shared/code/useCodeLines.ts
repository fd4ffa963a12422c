'use client';
import { useEffect, useState } from 'react';
import type { CodeLines } from './codePart.ts';
import type { GrammarName } from './grammarNames.ts';
import { isHighlightable } from './isHighlightable.ts';

interface Read {
  readonly text: string;
  readonly grammar: GrammarName;
  readonly lines: CodeLines;
}

/** Code in its pieces, once its highlighter is there; nothing before, and nothing for code that is too long for colours. */
export function useCodeLines(text: string, grammar: GrammarName | undefined): CodeLines | undefined {
  const [read, setRead] = useState<Read>();
  const wanted = grammar !== undefined && isHighlightable(text) ? grammar : undefined;

  useEffect(() => {
    if (wanted === undefined) return undefined;
    let current = true;
    import('./highlightCode.ts')
      .then(({ highlightCode }) => highlightCode(text, wanted))
      .then(
        (lines) => {
          if (current) setRead({ text, grammar: wanted, lines });
        },
        // Colours are an addition: a highlighter that cannot be loaded takes nothing away.
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, [text, wanted]);

  return read?.text === text && read.grammar === wanted ? read.lines : undefined;
}
