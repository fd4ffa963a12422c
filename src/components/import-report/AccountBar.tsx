'use client';
import type { CSSProperties, ReactElement } from 'react';
import { sessionsWords } from '../language/english/sessions.ts';
import { useKit } from '../theme/useKit.ts';
import type { RecordFate } from './importFacts.ts';

/** Props of {@link AccountBar}. */
export interface AccountBarProps {
  fates: readonly RecordFate[];
}

/** What became of the records: a bar of their shares, and the figures under it. They add up to the whole. */
export function AccountBar({ fates }: AccountBarProps): ReactElement {
  const { t } = useKit(sessionsWords);
  return (
    <>
      <span className="ark-import__bar" aria-hidden="true">
        {fates.map(({ fate, count }) =>
          count === 0 ? null : <span key={fate} data-fate={fate} style={{ '--ark-share': count } as CSSProperties} />,
        )}
      </span>
      <ul className="ark-import__fates">
        {fates.map(({ fate, count }) => (
          <li key={fate} className="ark-import__fate" data-fate={fate} data-zero={count === 0 ? '' : undefined}>
            {t(`account.${fate}`, { n: count })}
          </li>
        ))}
      </ul>
    </>
  );
}
