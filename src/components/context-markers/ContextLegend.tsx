'use client';
import { type ComponentPropsWithoutRef, forwardRef } from 'react';
import type { ContextReference, ContextType } from '../../session/index.ts';
import { ContextMark, contextShapes } from '../icons/ContextMark.tsx';
import { linksWords } from '../language/english/links.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link ContextLegend}. */
export interface ContextLegendProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** How many pieces of each type there are; with it, types without any are quiet and say 0. */
  counts?: Partial<Record<ContextType, number>>;
  /** Also say what filled, outlined and dotted mean. @default true */
  relevance?: boolean;
}

const types = Object.keys(contextShapes) as ContextType[];
const relevances = ['high', 'medium', 'low'] as const satisfies ContextReference['relevance'][];

/**
 * When to use it: once, beside timelines or details that show context marks.
 *
 * What the nine shapes mean, and how many pieces there are of each.
 */
export const ContextLegend = forwardRef<HTMLDivElement, ContextLegendProps>(function ContextLegend(
  { counts, relevance = true, className, ...rest },
  ref,
) {
  const { t, formatters } = useKit(linksWords);
  return (
    <div ref={ref} className={joinClasses('ark', 'ark-legend', className)} {...rest}>
      <ul className="ark-legend__list" aria-label={t('legend.types')}>
        {types.map((type) => (
          <li
            key={type}
            className="ark-legend__item"
            data-none={counts !== undefined && !counts[type] ? '' : undefined}
          >
            <ContextMark type={type} decorative />
            <span>{t(`context.${type}`)}</span>
            {counts === undefined ? null : (
              <span className="ark-legend__count">{formatters.number(counts[type] ?? 0)}</span>
            )}
          </li>
        ))}
      </ul>
      {relevance ? (
        <ul className="ark-legend__list" aria-label={t('legend.relevance')} data-legend="relevance">
          {relevances.map((each) => (
            <li key={each} className="ark-legend__item">
              <ContextMark type="file" relevance={each} decorative />
              <span>{t(`relevance.${each}`)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
});
