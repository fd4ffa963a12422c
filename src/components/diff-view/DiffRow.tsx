'use client';
import type { ReactElement } from 'react';
import { cutText } from '../../session/text/lines.ts';
import { CodeText } from '../shared/CodeText.tsx';
import { LogText } from '../shared/LogText.tsx';
import type { DiffRowData, DiffSide } from './diffRows.ts';

/** Props of {@link DiffRow}. */
export interface DiffRowProps {
  row: DiffRowData;
}

/** A longer line is cut; copying the patch still takes all of it. */
const longestLine = 2000;

const signs = { ' ': '', '+': '+', '-': '\u2212' } as const;
const names = { ' ': undefined, '+': 'added', '-': 'removed' } as const;
const elements = { ' ': 'span', '+': 'ins', '-': 'del' } as const;

function Text({ sign, text, code }: DiffSide): ReactElement {
  const Element = elements[sign];
  const shown = cutText(text, longestLine);
  return (
    <>
      <span className="ark-diff__sign">{signs[sign]}</span>
      <Element className="ark-diff__text">
        {code === undefined || shown !== text ? <LogText text={shown} /> : <CodeText parts={code} />}
        {shown === text ? null : '\u2026'}
      </Element>
    </>
  );
}

function Half({ side }: { side: DiffSide | undefined }): ReactElement {
  if (side === undefined) return <div className="ark-diff__half" data-sign="none" />;
  return (
    <div className="ark-diff__half" data-sign={names[side.sign]}>
      <span className="ark-diff__number">{side.number}</span>
      <Text {...side} />
    </div>
  );
}

/** One row of a diff: numbers, sign and text, once or twice. */
export function DiffRow({ row }: DiffRowProps): ReactElement {
  switch (row.kind) {
    case 'hunk':
      return <div className="ark-diff__hunk">{row.header}</div>;
    case 'pair':
      return (
        <div className="ark-diff__pair">
          <Half side={row.left} />
          <Half side={row.right} />
        </div>
      );
    case 'line':
      return (
        <div className="ark-diff__line" data-sign={names[row.sign]}>
          <span className="ark-diff__number">{row.oldNumber}</span>
          <span className="ark-diff__number">{row.newNumber}</span>
          <Text {...row} />
        </div>
      );
  }
}
