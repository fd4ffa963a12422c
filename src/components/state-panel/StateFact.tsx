'use client';
import type { ReactElement, ReactNode } from 'react';

/** Props of {@link StateFact}. */
export interface StateFactProps {
  name: string;
  /** What is said where there is nothing to show. */
  otherwise: string;
  children: ReactNode;
}

/** One part of a state, or why there is nothing to show. */
export function StateFact({ name, otherwise, children }: StateFactProps): ReactElement {
  return (
    <div className="ark-state__fact">
      <dt className="ark-state__name">{name}</dt>
      <dd className="ark-state__value">{children ?? <span className="ark-state__unknown">{otherwise}</span>}</dd>
    </div>
  );
}
