'use client';
import type { ReactElement } from 'react';
import type { ContextReference } from '../../session/index.ts';
import { ContextMark } from '../icons/ContextMark.tsx';
import { phasesWords } from '../language/english/phases.ts';
import { relativePath } from '../shared/call/relativePath.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { LogText } from '../shared/LogText.tsx';
import { PathText } from '../shared/PathText.tsx';
import { stripAnsi } from '../shared/text/stripAnsi.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link ContextItem}. */
export interface ContextItemProps {
  reference: ContextReference;
  scope: ItemScope | undefined;
}

/** A piece of context on a line of its own, with what is told of it below. */
export function ContextItem({ reference, scope }: ContextItemProps): ReactElement {
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
