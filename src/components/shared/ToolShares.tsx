'use client';
import type { CSSProperties, ReactElement } from 'react';
import { toolFamily } from '../../session/facts/toolFacts.ts';
import { Icon } from '../icons/Icon.tsx';
import { useKit } from '../theme/useKit.ts';
import type { ToolShare } from './call/callFacts.ts';
import { OneLine } from './OneLine.tsx';

/** Props of {@link ToolShares}. */
export interface ToolSharesProps {
  /** Most used first. */
  shares: readonly ToolShare[];
}

/** How often each tool was used: a bar and a number each. */
export function ToolShares({ shares }: ToolSharesProps): ReactElement | null {
  const { formatters } = useKit();
  if (shares.length === 0) return null;
  const most = shares[0]?.count ?? 1;
  return (
    <ul className="ark-shares">
      {shares.map(({ name, count, category }) => (
        <li key={name} className="ark-shares__share" data-category={category}>
          <Icon name={toolFamily(name)} size={14} />
          <OneLine text={name} />
          <span
            className="ark-shares__bar"
            aria-hidden="true"
            style={{ '--ark-share': `${(count / most) * 100}%` } as CSSProperties}
          />
          <span>{formatters.number(count)}</span>
        </li>
      ))}
    </ul>
  );
}
