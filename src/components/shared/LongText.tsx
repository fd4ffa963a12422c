'use client';
import { type ReactElement, useMemo, useState } from 'react';
import { useKit } from '../theme/useKit.ts';
import { inPlace } from './inPlace.ts';
import { joinClasses } from './joinClasses.ts';
import { LogText } from './LogText.tsx';
import { cutText } from './text/cutText.ts';
import { type FoldRule, foldLines } from './text/foldLines.ts';
import { isErrorLine } from './text/isErrorLine.ts';
import { splitLines } from './text/splitLines.ts';
import { stripAnsi } from './text/stripAnsi.ts';

/** Props of {@link LongText}. */
export interface LongTextProps {
  text: string;
  /** How many lines stay visible at both ends. @default 12 and 6 */
  fold?: FoldRule;
  /**
   * `output` marks lines that read like the reason of a failure.
   * @default 'plain'
   * @selector [data-look]
   */
  look?: 'plain' | 'output';
}

const usualFold: FoldRule = { head: 12, tail: 6 };

/** Lines that one press unfolds: a log may hold a hundred thousand, and the page should not. */
const unfoldedAtOnce = 1000;

/** A line beyond this many characters is cut; copying still takes all of it. */
const longestLine = 2000;

function Line({ line, look }: { line: string; look: LongTextProps['look'] }): ReactElement {
  const { t } = useKit();
  const shown = cutText(line, longestLine);
  return (
    <span className="ark-long-text__line" data-error={look === 'output' && isErrorLine(shown) ? '' : undefined}>
      <LogText text={shown} />
      {shown === line ? null : (
        <span className="ark-long-text__note"> {t('text.moreCharacters', { n: line.length - shown.length })}</span>
      )}
      {'\n'}
    </span>
  );
}

/**
 * A text of any length from a log: it folds in the middle, says how many lines are hidden, and unfolds on request. Use it
 * for outputs, inputs and file contents; prose belongs into a message.
 */
export function LongText({ text, fold = usualFold, look = 'plain' }: LongTextProps): ReactElement {
  const { t } = useKit();
  const [unfolded, setUnfolded] = useState(0);
  const lines = useMemo(() => splitLines(stripAnsi(text)), [text]);
  const { head, hidden, tail } = foldLines(lines, { ...fold, head: fold.head + unfolded });
  const draw = (line: string): ReactElement => <Line line={line} look={look} />;
  return (
    <div className={joinClasses('ark-long-text', 'ark-mono')} data-look={look}>
      {inPlace(head, draw)}
      {hidden === 0 ? null : (
        <button type="button" className="ark-long-text__fold" onClick={() => setUnfolded(unfolded + unfoldedAtOnce)}>
          {t(fold.head + unfolded === 0 ? 'text.linesAbove' : 'text.linesHidden', { n: hidden })}
        </button>
      )}
      {inPlace(tail, draw)}
    </div>
  );
}
