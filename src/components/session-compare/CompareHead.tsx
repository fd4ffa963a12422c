import type { ReactElement, ReactNode } from 'react';
import type { ComparedTotals, Comparison, RowKind } from '../../replay/index.ts';
import { type MainAndInner, sumOf, writeMainAndInner } from '../../session/internal.ts';
import { compareWords } from '../language/english/compare.ts';
import { noNumber } from '../language/formatters.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { OneLine } from '../shared/LogText.tsx';
import type { Kit } from '../theme/createKit.ts';
import { useKit } from '../theme/useKit.ts';
import { CompareSign, SideBadge } from './CompareRow.tsx';

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

interface CompareToolsProps {
  /** Undefined while the sessions are being compared. */
  counts: Comparison['counts'] | undefined;
  /** The number of differences, and the 1-based one the reader is at; 0 if at none. */
  differences: number;
  at: number;
  only: boolean;
  linked: boolean;
  onJump: (by: 1 | -1) => void;
  onOnly: () => void;
  onLinked: () => void;
  /** More controls of the host, at the end. */
  actions: ReactNode;
}

const kinds: readonly RowKind[] = ['changed', 'only-left', 'only-right', 'same'];

/** Toolbar of a comparison: how much differs, with the signs of the rows; going from difference to difference; what is shown, and how. */
export function CompareTools(props: CompareToolsProps): ReactElement {
  const { counts, differences, at, only, linked, onJump, onOnly, onLinked, actions } = props;
  const { t } = useKit(compareWords);
  const none = differences === 0;
  const said =
    counts === undefined
      ? t('compare.working')
      : none
        ? t('compare.none')
        : at > 0
          ? t('compare.at', { number: at, n: differences })
          : t('compare.many', { n: differences });
  return (
    <div className="ark-compare__tools">
      <ul className="ark-compare__counts">
        {counts === undefined
          ? null
          : kinds.map((kind) => (
              <li key={kind} className="ark-compare__count" data-none={counts[kind] === 0 ? '' : undefined}>
                <CompareSign kind={kind} />{' '}
                {t(`compare.count.${kind}`, { n: counts[kind], share: shareOfSame(counts) })}
              </li>
            ))}
      </ul>
      <div className="ark-compare__jump">
        <span role="status" className="ark-compare__at">
          {said}
        </span>
        <ActionButton
          look="icon"
          icon="chevronUp"
          label={t('compare.previous')}
          aria-keyshortcuts="P"
          aria-disabled={none}
          onClick={() => onJump(-1)}
        />
        <ActionButton
          look="icon"
          icon="chevronDown"
          label={t('compare.next')}
          aria-keyshortcuts="N"
          aria-disabled={none}
          onClick={() => onJump(1)}
        />
      </div>
      <CompareSwitch label={t('compare.only')} shortcut="D" checked={only} onChange={onOnly} />
      <CompareSwitch label={t('compare.linked')} shortcut="L" checked={linked} onChange={onLinked} />
      {actions === undefined || actions === null ? null : <div className="ark-compare__actions">{actions}</div>}
    </div>
  );
}

/** How much of all rows is the same, in whole percent; rounded down, so that only sessions without a difference have 100. */
function shareOfSame(counts: Comparison['counts']): number {
  const all = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  return all === 0 ? 0 : Math.floor((100 * counts.same) / all);
}

interface CompareSwitchProps {
  label: string;
  shortcut: string;
  checked: boolean;
  onChange: () => void;
}

function CompareSwitch({ label, shortcut, checked, onChange }: CompareSwitchProps): ReactElement {
  return (
    <button
      type="button"
      className="ark-switch"
      role="switch"
      aria-checked={checked}
      aria-keyshortcuts={shortcut}
      onClick={onChange}
    >
      <span className="ark-switch__track" />
      {label}
    </button>
  );
}
