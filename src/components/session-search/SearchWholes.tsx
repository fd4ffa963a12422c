'use client';
import type { ReactElement } from 'react';
import type { WholesReading } from '../../replay/react/index.ts';
import { searchWords } from '../language/english/search.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link SearchWholes}. */
export interface SearchWholesProps {
  wholes: WholesReading;
}

/** What of the session lies beside it and is searched only when the reader asks: nothing is fetched by itself. */
export function SearchWholes({ wholes }: SearchWholesProps): ReactElement | null {
  const { t, formatters } = useKit(searchWords);
  const { state, count, bytes, read, failed, start } = wholes;
  if (state === 'none') return null;
  const size = formatters.bytes(bytes);
  return (
    <p className="ark-search__wholes" data-state={state}>
      <span className="ark-search__wholes-text">
        {state === 'reading' ? t('search.wholes.reading', { read, n: count }) : null}
        {state === 'read' ? t('search.wholes.read') : null}
        {state === 'offered' ? (
          <>
            {failed > 0 ? t('search.wholes.failed', { n: failed }) : t('search.wholes', { n: count, size })}{' '}
            <ActionButton label={failed > 0 ? t('search.wholes.again') : t('search.wholes.load')} onClick={start} />
          </>
        ) : null}
      </span>
    </p>
  );
}
