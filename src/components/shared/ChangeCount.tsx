'use client';
import type { ReactElement } from 'react';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link ChangeCount}. */
export interface ChangeCountProps {
  added: number;
  removed: number;
}

/** Lines added and removed: `+12 −3`. */
export function ChangeCount({ added, removed }: ChangeCountProps): ReactElement {
  const { t, formatters } = useKit();
  return (
    <span className="ark-change-count ark-figures">
      <span aria-hidden="true" className="ark-change-count__added" data-zero={added === 0 ? '' : undefined}>
        {formatters.change(added, '+')}
      </span>
      <span aria-hidden="true" className="ark-change-count__removed" data-zero={removed === 0 ? '' : undefined}>
        {formatters.change(removed, '-')}
      </span>
      <span className="ark-unseen">{t('change.lines', { n: added, removed })}</span>
    </span>
  );
}
