import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { cutText, type FoldRule, foldLines, isErrorLine, splitLines, splitNumbers } from '../../session/text/lines.ts';
import { stripAnsi } from '../../session/text/stripAnsi.ts';
import { useKit } from '../theme/useKit.ts';
import type { CodeLines, CodePart } from './code/codePart.ts';
import type { GrammarName } from './code/grammars.ts';
import { useCodeLines } from './code/useCodeLines.ts';
import { PlacedText } from './file-location/FileLocation.tsx';
import { inPlace } from './inPlace.ts';
import { joinClasses } from './joinClasses.ts';
import { LogText } from './LogText.tsx';

/** Props of {@link LongText}. */
export interface LongTextProps {
  text: string;
  /** How many lines stay visible at both ends. @default 12 and 6 */
  fold?: FoldRule;
  /**
   * `output` marks lines that look like the reason of a failure.
   * @default 'plain'
   * @selector [data-look]
   */
  look?: 'plain' | 'output';
  /** Language in which to colour it as code, if it is short enough. */
  grammar?: GrammarName | undefined;
  /** The folder that relative paths in it lie in. */
  cwd?: string | undefined;
}

const usualFold: FoldRule = { head: 12, tail: 6 };

/** Number of lines that one press unfolds: a log may have a hundred thousand, too many for a page. */
const unfoldedAtOnce = 1000;

/** A line longer than this many characters is cut; copying takes all of it. */
const longestLine = 2000;

interface LineProps {
  /** The line number that a tool wrote before the line. */
  number: string | undefined;
  line: string;
  parts: readonly CodePart[] | undefined;
  look: LongTextProps['look'];
  cwd: string | undefined;
}

function Line({ number, line, parts, look, cwd }: LineProps): ReactElement {
  const { t } = useKit();
  const shown = cutText(line, longestLine);
  const text: ReactNode = parts === undefined ? <PlacedText text={shown} cwd={cwd} /> : <CodeText parts={parts} />;
  return (
    <span className="ark-long-text__line" data-error={look === 'output' && isErrorLine(shown) ? '' : undefined}>
      {number === undefined ? null : <span className="ark-long-text__number">{number}</span>}
      {text}
      {shown === line ? null : (
        <span className="ark-long-text__note"> {t('text.moreCharacters', { n: line.length - shown.length })}</span>
      )}
      {'\n'}
    </span>
  );
}

const noCode: CodeLines = [];

/**
 * A text of any length from a log. It folds in the middle, says how many lines are hidden, and unfolds on request. Use it for outputs,
 * inputs and file contents; for prose, use a message.
 */
export function LongText({ text, fold = usualFold, look = 'plain', grammar, cwd }: LongTextProps): ReactElement {
  const { t } = useKit();
  const [unfolded, setUnfolded] = useState(0);
  const { numbers, lines, body } = useMemo(() => {
    const all = splitLines(stripAnsi(text));
    const split = (grammar === undefined ? undefined : splitNumbers(all)) ?? { numbers: undefined, lines: all };
    return { ...split, body: split.lines.join('\n') };
  }, [text, grammar]);
  const code = useCodeLines(body, grammar) ?? noCode;
  const { head, hidden, tail } = foldLines(lines, { ...fold, head: fold.head + unfolded });
  const draw = (offset: number) => (line: string, at: number) => (
    <Line number={numbers?.[offset + at]} line={line} parts={code[offset + at]} look={look} cwd={cwd} />
  );
  return (
    <div className={joinClasses('ark-long-text', 'ark-mono')} data-look={look}>
      {inPlace(head, draw(0))}
      {hidden === 0 ? null : (
        <button
          type="button"
          className="ark-fold ark-long-text__fold"
          onClick={() => setUnfolded(unfolded + unfoldedAtOnce)}
        >
          {t(fold.head + unfolded === 0 ? 'text.linesAbove' : 'text.linesHidden', { n: hidden })}
        </button>
      )}
      {inPlace(tail, draw(head.length + hidden))}
    </div>
  );
}

interface CodeTextProps {
  parts: readonly CodePart[];
}

/** A line of code in its colours. */
export function CodeText({ parts }: CodeTextProps): ReactElement {
  return (
    <>
      {inPlace(parts, ({ text, kind }) =>
        kind === undefined ? (
          <LogText text={text} />
        ) : (
          <span className="ark-code" data-code={kind}>
            <LogText text={text} />
          </span>
        ),
      )}
    </>
  );
}
