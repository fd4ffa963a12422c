'use client';
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
