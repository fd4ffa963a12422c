import type { CSSProperties, ReactElement } from 'react';
import type { ToolShare } from './call/callFacts.ts';

/** Props of {@link ShareBar}. */
export interface ShareBarProps {
  shares: readonly ToolShare[];
}

/** Shares of a whole as one thin bar, coloured by category. Decorative: the numbers stand beside it. */
export function ShareBar({ shares }: ShareBarProps): ReactElement | null {
  if (shares.length === 0) return null;
  return (
    <span className="ark-share-bar" aria-hidden="true">
      {shares.map(({ name, count, category }) => (
        <span
          key={name}
          className="ark-share-bar__share"
          data-category={category}
          style={{ '--ark-share': count } as CSSProperties}
        />
      ))}
    </span>
  );
}
