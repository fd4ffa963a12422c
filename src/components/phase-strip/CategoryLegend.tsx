'use client';
import type { ReactElement } from 'react';
import type { SessionIndex } from '../../replay/index.ts';
import { kindsOf, laneKinds, memoize } from '../../replay/internal.ts';
import { detailWords } from '../language/english/detail.ts';
import { useKit } from '../theme/useKit.ts';

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

/** Number of the session's own calls by category, as lanes colour them, without empty categories; computed once. */
export const categoryCounts = memoize((index: SessionIndex) => {
  const counts = laneKinds.map(() => 0);
  const calls = index.runs[0]?.landmarks.call ?? new Uint32Array();
  for (const kind of kindsOf(index, calls)) counts[kind] = (counts[kind] as number) + 1;
  return laneKinds.flatMap((category, kind) => {
    const calls = counts[kind] as number;
    return calls === 0 ? [] : [{ category, calls }];
  });
});
