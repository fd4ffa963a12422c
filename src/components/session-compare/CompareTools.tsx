'use client';
import type { ReactElement, ReactNode } from 'react';
import type { Comparison, RowKind } from '../../replay/index.ts';
import { compareWords } from '../language/english/compare.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';
import { CompareSign } from './CompareRow.tsx';

/** Props of {@link CompareTools}. */
export interface CompareToolsProps {
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
