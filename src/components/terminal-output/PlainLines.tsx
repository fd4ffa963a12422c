'use client';
import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import { inPlace } from '../shared/inPlace.ts';
import { cutText } from '../shared/text/cutText.ts';
import { foldLines } from '../shared/text/foldLines.ts';
import { useKit } from '../theme/useKit.ts';
import { foundInLine } from './foundInLine.ts';
import type { TerminalLine } from './screen/textStyle.ts';
import { TerminalRow } from './TerminalRow.tsx';
import type { Terminal } from './useTerminal.ts';

/** Props of {@link PlainLines}. */
export interface PlainLinesProps {
  terminal: Terminal;
  lines: readonly TerminalLine[];
  cwd: string | undefined;
  label: string;
}

const fold = { head: 8, tail: 20 };

/** Of a longer line, this many characters; the list of a long output shows all of them. */
const longestLine = 2000;

/** An output of some hundred lines at most, or the two ends of a longer one, as text that can be selected through. */
export function PlainLines({ terminal, lines, cwd, label }: PlainLinesProps): ReactElement {
  const { t } = useKit();
  const { open, toggle, wrap, search } = terminal;
  const { matches, at: current } = search;
  const box = useRef<HTMLDivElement>(null);
  const foundIn = useMemo(() => foundInLine(matches, current), [matches, current]);
  const { head, hidden, tail } = foldLines(lines, open ? { head: lines.length, tail: 0 } : fold);

  useEffect(() => {
    if (current >= 0) box.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const draw = (offset: number) => (line: TerminalLine, at: number) => {
    const shown = cutText(line.text, longestLine);
    return (
      <>
        <TerminalRow line={line} part={{ from: 0, to: shown.length }} found={foundIn(offset + at)} cwd={cwd} />
        {shown === line.text ? null : (
          <span className="ark-terminal__rest">
            {t('text.moreCharacters', { n: line.text.length - shown.length })}
            {'\n'}
          </span>
        )}
      </>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      role="group"
      ref={box}
      className="ark-terminal__lines ark-mono"
      data-wrap={wrap ? '' : undefined}
      aria-label={label}
      tabIndex={wrap ? undefined : 0}
      translate="no"
    >
      {inPlace(head, draw(0))}
      {hidden === 0 ? null : (
        <button type="button" className="ark-terminal__fold" aria-expanded={false} onClick={toggle}>
          {t('text.linesHidden', { n: hidden })}
        </button>
      )}
      {inPlace(tail, draw(head.length + hidden))}
    </div>
  );
}
