'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement } from 'react';
import type { ContextReference } from '../../session/index.ts';
import { stripAnsi } from '../../session/text/stripAnsi.ts';
import { ContextMark } from '../icons/ContextMark.tsx';
import { linksWords } from '../language/english/links.ts';
import { phasesWords } from '../language/english/phases.ts';
import { inPlace } from '../shared/inPlace.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { LogText, plainLogText } from '../shared/LogText.tsx';
import { PathText, relativePath } from '../shared/PathText.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';

const ownWords = { ...linksWords, ...phasesWords };

/** Props of {@link ContextMarkers}. */
export interface ContextMarkersProps extends Omit<ComponentPropsWithoutRef<'ul'>, 'children'> {
  /** The pieces of context, the most informative first. */
  context: readonly ContextReference[];
  /**
   * Marks alone, for a row; or each with its kind, its source, how much it mattered and what was done with it.
   * @default 'marks'
   * @selector [data-look]
   */
  look?: 'marks' | 'list';
  /** More pieces than this are a number. @default 5 for marks, 200 for a list */
  limit?: number;
  /** What is known of the session around it: its beginning, its folder, its source files. @default nothing */
  scope?: ItemScope | undefined;
}

/**
 * When to use it: wherever it matters what an agent had before it: marks in rows, the list in details, `ContextLegend` once
 * a page.
 *
 * Pieces of context as marks: each of the standard's nine types has a colour and a shape of its own; filled is of high
 * relevance, outlined of medium, dotted of low.
 */
export const ContextMarkers = forwardRef<HTMLUListElement, ContextMarkersProps>(function ContextMarkers(
  { context: logged, look = 'marks', limit = look === 'marks' ? 5 : 200, scope, className, ...rest },
  ref,
) {
  const { t, formatters } = useKit(ownWords);
  const context = useMasked(logged);
  const shown = context.slice(0, limit);
  const more = context.length - shown.length;
  if (context.length === 0) return null;
  return (
    <ul
      ref={ref}
      className={joinClasses('ark', 'ark-context', className)}
      data-look={look}
      aria-label={t('markers')}
      {...rest}
    >
      {inPlace(shown, (reference) =>
        look === 'list' ? (
          <ContextItem reference={reference} scope={scope} />
        ) : (
          <MarkItem reference={reference} scope={scope} />
        ),
      )}
      {more > 0 ? (
        <li className="ark-context__more" aria-label={t('markers.more', { n: more })}>
          {formatters.change(more, '+')}
        </li>
      ) : null}
    </ul>
  );
});

function MarkItem({
  reference: { type, relevance, source, usage_mode },
  scope,
}: {
  reference: ContextReference;
  scope: ItemScope | undefined;
}): ReactElement {
  const { t } = useKit(ownWords);
  const path = relativePath(source, scope?.cwd);
  const mode = usage_mode === undefined ? '' : t(`usageMode.${usage_mode}`);
  const words = [t(`context.${type}`), path, t(`relevance.${relevance}`), mode].filter((word) => word !== '');
  const name = words.join(t('listSeparator'));
  return (
    <li className="ark-context__mark" title={plainLogText(name)}>
      <ContextMark type={type} relevance={relevance} decorative />
      <span className="ark-unseen">
        <LogText text={name} />
      </span>
    </li>
  );
}

interface ContextItemProps {
  reference: ContextReference;
  scope: ItemScope | undefined;
}

/** A piece of context on a line of its own, with what is known of it below. */
function ContextItem({ reference, scope }: ContextItemProps): ReactElement {
  const { t } = useKit(phasesWords);
  const { type, source, relevance, summary, usage_mode } = reference;
  return (
    <li className="ark-context__item">
      <ContextMark type={type} relevance={relevance} decorative />
      <span className="ark-context__type">{t(`context.${type}`)}</span>
      <span className="ark-context__source">
        <PathText path={relativePath(source, scope?.cwd)} />
      </span>
      <span className="ark-context__facts">
        {usage_mode === undefined ? null : <span>{t(`usageMode.${usage_mode}`)}</span>}
        <span className="ark-context__relevance">{t(`relevance.${relevance}`)}</span>
      </span>
      {summary === undefined || summary === '' ? null : (
        <span className="ark-context__summary">
          <LogText text={stripAnsi(summary)} />
        </span>
      )}
    </li>
  );
}
