import type { ReactElement } from 'react';
import { Icon } from '../icons/Icon.tsx';
import { useKit } from '../theme/useKit.ts';
import type { CallState } from './call/callFacts.ts';
import { Tag } from './Tag.tsx';

/** Props of {@link OutcomeText}. */
export interface OutcomeTextProps {
  /** @selector [data-state] */
  outcome: CallState;
  /** Whether the kit inferred it. */
  inferred?: boolean;
}

/** An outcome as a mark and a word. */
export function OutcomeText({ outcome, inferred = false }: OutcomeTextProps): ReactElement {
  const { t } = useKit();
  return (
    <span className="ark-outcome" data-state={outcome}>
      <Icon name={outcome} size={14} />
      {t(`outcome.${outcome}`)}
      {inferred ? <Tag look="dashed">{t('inferred')}</Tag> : null}
    </span>
  );
}

const marks: Readonly<Partial<Record<CallState, string>>> = {
  failed: 'M1.5 1.5l5 5M6.5 1.5l-5 5',
  denied: 'M6.5 1.5l-5 5',
  interrupted: 'M2.5 2.5h3v3h-3z',
  cancelled: 'M1.5 4h5',
};

interface StateBadgeProps {
  /** @selector [data-state] */
  state: CallState;
}

/** The small mark on the icon of a call that did not succeed; the row says elsewhere in words what happened. */
export function StateBadge({ state }: StateBadgeProps): ReactElement | null {
  const mark = marks[state];
  if (mark === undefined) return null;
  return (
    <svg className="ark-state-badge" viewBox="0 0 8 8" width={8} height={8} aria-hidden="true" data-state={state}>
      <path className="ark-state-badge__halo" d={mark} />
      <path d={mark} />
    </svg>
  );
}
