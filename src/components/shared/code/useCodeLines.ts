'use client';

import { useEffect, useState } from 'react';
import type { CodeLines } from './codePart.ts';
import type { GrammarName } from './grammars.ts';

const mostCharacters = 50_000;
const mostLines = 800;
/** A longer line was made by a program: colours tell nothing, and cost most. */
const longestLine = 1000;

/** Whether code is short enough to be coloured. Grammars are regular expressions: what they may cost is bounded here. */
export function isHighlightable(text: string): boolean {
  if (text === '' || text.length > mostCharacters) return false;
  const lines = text.split('\n');
  return lines.length <= mostLines && lines.every((line) => line.length <= longestLine);
}

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
