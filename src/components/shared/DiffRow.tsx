'use client';
import type { ReactElement } from 'react';
import type { DiffRowData } from './diffRows.ts';
import { LogText } from './LogText.tsx';
import { cutText } from './text/cutText.ts';

/** Props of {@link DiffRow}. */
export interface DiffRowProps {
  row: DiffRowData;
}

/** A longer line is cut; copying the patch still takes all of it. */
const longestLine = 2000;

const signs = { ' ': '', '+': '+', '-': '\u2212' } as const;
const elements = { ' ': 'span', '+': 'ins', '-': 'del' } as const;

/** One row of a diff: old and new number, sign, text. */
export function DiffRow({ row }: DiffRowProps): ReactElement {
  if (row.kind === 'hunk') return <div className="ark-diff__hunk">{row.header}</div>;
  const { sign, text, oldNumber, newNumber } = row;
  const Text = elements[sign];
  const shown = cutText(text, longestLine);
  return (
    <div className="ark-diff__line" data-sign={sign === ' ' ? undefined : sign === '+' ? 'added' : 'removed'}>
      <span className="ark-diff__number">{oldNumber}</span>
      <span className="ark-diff__number">{newNumber}</span>
      <span className="ark-diff__sign">{signs[sign]}</span>
      <Text className="ark-diff__text">
        <LogText text={shown} />
        {shown === text ? null : '\u2026'}
      </Text>
    </div>
  );
}
