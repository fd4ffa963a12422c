import { createContext, memo, type ReactElement, useContext } from 'react';
import { cutText } from '../../session/text/lines.ts';
import type { CodePart } from '../shared/code/codePart.ts';
import { inPlace } from '../shared/inPlace.ts';
import { LogText } from '../shared/LogText.tsx';
import { areSameRows, type DiffLineNumber, type DiffRowData, type DiffSide } from './diffRows.ts';

/** Props of {@link DiffRow}. */
export interface DiffRowProps {
  row: DiffRowData;
}

/** Characters of a line that are drawn; copying the patch takes all of it. */
export const longestLine = 2000;

const signs = { ' ': '', '+': '+', '-': '\u2212' } as const;
const names = { ' ': undefined, '+': 'added', '-': 'removed' } as const;
const elements = { ' ': 'span', '+': 'ins', '-': 'del' } as const;

/** Sign and text of a line: not drawn again where only its number changed, because lines came before it. */
const Text = memo(function Text({ sign, text, code }: Pick<DiffSide, 'sign' | 'text' | 'code'>): ReactElement {
  const Element = elements[sign];
  const shown = cutText(text, longestLine);
  return (
    <>
      <span className="ark-diff__sign">{signs[sign]}</span>
      {code === undefined || shown !== text ? (
        <Element className="ark-diff__text">
          <LogText text={shown} />
          {shown === text ? null : '\u2026'}
        </Element>
      ) : (
        <Element key="code" className="ark-diff__text">
          {inPlace(code, drawPart)}
        </Element>
      )}
    </>
  );
});

/** A piece of a line without masks or hidden characters: only such lines have colours. */
function drawPart({ text, kind }: CodePart): ReactElement | string {
  if (kind === undefined) return text;
  return (
    <span className="ark-code" data-code={kind}>
      {text}
    </span>
  );
}

/** Turns line numbers into buttons. */
export interface LineChoice {
  readonly line: DiffLineNumber | undefined;
  readonly onLine: (line: DiffLineNumber) => void;
  /** Whether a reader pinned a note on the line. */
  readonly isNoted: (line: DiffLineNumber) => boolean;
  /** Accessible name of a line's button. */
  readonly labelOf: (line: DiffLineNumber) => string;
}

export const LineChoiceContext = createContext<LineChoice | undefined>(undefined);
LineChoiceContext.displayName = 'LineChoiceContext';

/** The number of a line. Of an unchanged line, only the new number can be chosen. */
function LineNumber({ side, number, sign }: { side: DiffLineNumber['side']; number?: number; sign: DiffSide['sign'] }) {
  const choice = useContext(LineChoiceContext);
  const isOwn = side === (sign === '-' ? 'old' : 'new');
  if (choice === undefined || number === undefined || !isOwn) return <span className="ark-diff__number">{number}</span>;
  const isChosen = choice.line?.side === side && choice.line.number === number;
  return (
    <button
      type="button"
      className="ark-diff__number"
      aria-label={choice.labelOf({ side, number })}
      aria-pressed={isChosen}
      data-noted={choice.isNoted({ side, number }) ? '' : undefined}
      tabIndex={isChosen ? 0 : -1}
      onClick={() => choice.onLine({ side, number })}
    >
      {number}
    </button>
  );
}

function Half({ side, of }: { side: DiffSide | undefined; of: DiffLineNumber['side'] }): ReactElement {
  if (side === undefined) return <div className="ark-diff__half" data-sign="none" />;
  const { number, sign } = side;
  return (
    <div className="ark-diff__half" data-sign={names[sign]}>
      <LineNumber side={of} sign={sign} {...(number === undefined ? {} : { number })} />
      <Text sign={sign} text={side.text} code={side.code} />
    </div>
  );
}

/** One row of a diff: numbers, sign and text, once or twice. Drawn again only where something of it changed: a scrub passes many diffs. */
export const DiffRow = memo(
  function DiffRow({ row }: DiffRowProps): ReactElement {
    switch (row.kind) {
      case 'hunk':
        return <div className="ark-diff__hunk">{row.header}</div>;
      case 'pair':
        return (
          <div className="ark-diff__pair">
            <Half side={row.left} of="old" />
            <Half side={row.right} of="new" />
          </div>
        );
      case 'line':
        return (
          <div className="ark-diff__line" data-sign={names[row.sign]}>
            <LineNumber
              side="old"
              sign={row.sign}
              {...(row.oldNumber === undefined ? {} : { number: row.oldNumber })}
            />
            <LineNumber
              side="new"
              sign={row.sign}
              {...(row.newNumber === undefined ? {} : { number: row.newNumber })}
            />
            <Text sign={row.sign} text={row.text} code={row.code} />
          </div>
        );
    }
  },
  (before, after) => areSameRows(before.row, after.row),
);
