'use client';
import type { ReactElement, ReactNode } from 'react';
import type { ComparedTotals, Comparison } from '../../replay/index.ts';
import { type MainAndInner, sumOf, writeMainAndInner } from '../../session/internal.ts';
import { compareWords } from '../language/english/compare.ts';
import { noNumber } from '../language/formatters.ts';
import { OneLine } from '../shared/LogText.tsx';
import type { Kit } from '../theme/createKit.ts';
import { useKit } from '../theme/useKit.ts';
import { SideBadge } from './CompareRow.tsx';

/** Props of {@link CompareFigures}. */
export interface CompareFiguresProps {
  /** Undefined while the sessions are being compared; the figures then follow later. */
  comparison: Comparison | undefined;
  /** Titles of the sessions. */
  titles: { readonly left: string; readonly right: string };
}

const figures = ['calls', 'failures', 'tokens', 'activeMs', 'files'] as const satisfies (keyof ComparedTotals)[];
type Figure = (typeof figures)[number];

/** The totals of both sessions and their differences. */
export function CompareFigures({ comparison, titles }: CompareFiguresProps): ReactElement {
  const kit = useKit(compareWords);
  const { t } = kit;
  const row = (name: ReactNode, totals: ComparedTotals | undefined, write: typeof writeFigure): ReactElement => (
    <tr>
      <th scope="row">
        <span className="ark-compare__session">{name}</span>
      </th>
      {figures.map((figure) => (
        <td key={figure}>
          {totals === undefined ? null : <FigureText text={writeKnown(kit, figure, totals[figure], write)} />}
        </td>
      ))}
    </tr>
  );
  const side = (which: 'left' | 'right'): ReactNode => (
    <>
      <SideBadge side={which} /> <OneLine text={titles[which]} />
    </>
  );
  return (
    <table className="ark-compare__figures ark-figures">
      <thead>
        <tr>
          <th scope="col">
            <span className="ark-unseen">{t('compare.session')}</span>
          </th>
          {figures.map((figure) => (
            <th key={figure} scope="col">
              {t(`compare.${figure}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row(side('left'), comparison?.left, writeFigure)}
        {row(side('right'), comparison?.right, writeFigure)}
        {row(<ChangeName />, comparison?.change, writeChange)}
      </tbody>
    </table>
  );
}

function writeKnown(
  kit: Kit,
  figure: Figure,
  value: number | MainAndInner | undefined,
  write: typeof writeFigure,
): string | undefined {
  return value === undefined ? undefined : write(kit, figure, value);
}

function FigureText({ text }: { text: string | undefined }): ReactElement {
  const { t } = useKit(compareWords);
  if (text !== undefined) return <>{text}</>;
  return (
    <>
      <span aria-hidden="true">{noNumber}</span>
      <span className="ark-unseen">{t('compare.unknown')}</span>
    </>
  );
}

function ChangeName(): ReactElement {
  const { t } = useKit(compareWords);
  return (
    <>
      <span className="ark-compare__change-name" aria-hidden="true">
        {t('compare.change')}
      </span>
      <span className="ark-unseen">{t('compare.changeWords')}</span>
    </>
  );
}

function writeFigure({ formatters }: Kit, figure: Figure, value: number | MainAndInner): string {
  const write = writerOf(formatters, figure);
  return typeof value === 'number' ? write(value) : writeMainAndInner(value, write);
}

function writerOf(formatters: Kit['formatters'], figure: Figure): (value: number) => string {
  switch (figure) {
    case 'activeMs':
      return formatters.duration;
    case 'tokens':
      return formatters.tokens;
    case 'calls':
    case 'failures':
    case 'files':
      return formatters.number;
  }
}

/** Differences of the totals, main agent and subagents together. */
function writeChange(kit: Kit, figure: Figure, change: number | MainAndInner): string {
  const value = typeof change === 'number' ? change : sumOf(change);
  if (value === 0) return '0';
  const sign = kit.formatters.change(value, value > 0 ? '+' : '-').slice(0, 1);
  return `${sign}${writeFigure(kit, figure, Math.abs(value))}`;
}
