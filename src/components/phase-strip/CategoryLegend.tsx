'use client';
import type { ReactElement } from 'react';
import type { SessionIndex } from '../../replay/index.ts';
import { detailWords } from '../language/english/detail.ts';
import { useKit } from '../theme/useKit.ts';
import { categoryCounts } from './categoryCounts.ts';

/** Props of {@link CategoryLegend}. */
export interface CategoryLegendProps {
  /** The session, made ready by `indexSession` of the replay. */
  index: SessionIndex;
}

/**
 * Legend of the lanes' colours, with the number of the session's own calls for each: categories of tools, and shell calls by what their
 * command does. Use it beside lanes.
 */
export function CategoryLegend({ index }: CategoryLegendProps): ReactElement | null {
  const { t, formatters } = useKit(detailWords);
  const counts = categoryCounts(index);
  if (counts.length === 0) return null;
  return (
    <ul className="ark ark-categories" aria-label={t('category.legend')}>
      {counts.map(({ category, calls }) => (
        <li key={category} className="ark-categories__entry" data-category={category}>
          <span className="ark-categories__mark" />
          <span>{t(`category.${category}`)}</span>
          <span className="ark-categories__calls">{formatters.number(calls)}</span>
        </li>
      ))}
    </ul>
  );
}
