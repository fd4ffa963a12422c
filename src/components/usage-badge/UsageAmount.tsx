'use client';
import type { ReactElement } from 'react';
import { writeMainAndInner } from '../../session/totals.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { useKit } from '../theme/useKit.ts';
import type { UsagePart } from './usageParts.ts';

/** Props of {@link UsageAmount}. */
export interface UsageAmountProps {
  part: UsagePart;
}

/** Tokens of one kind: the number, then what it counts. */
export function UsageAmount({ part: { kind, name, tokens, inner } }: UsageAmountProps): ReactElement {
  const { t, formatters } = useKit();
  return (
    <span className="ark-usage__part" data-kind={kind}>
      <span className="ark-usage__amount">{writeMainAndInner({ main: tokens, inner }, formatters.tokens)}</span>{' '}
      <span>{kind === 'other' ? <OneLine text={name} /> : t(`usage.${kind}`)}</span>
    </span>
  );
}
