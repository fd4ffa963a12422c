'use client';
import type { ReactElement } from 'react';
import type { ContextReference } from '../../session/index.ts';
import { ContextMark } from '../icons/ContextMark.tsx';
import { phasesWords } from '../language/english/phases.ts';
import { relativePath } from '../shared/call/relativePath.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { LogText } from '../shared/LogText.tsx';
import { LongText } from '../shared/LongText.tsx';
import { OneLine } from '../shared/OneLine.tsx';
import { stripAnsi } from '../shared/text/stripAnsi.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link ContextUsed}. */
export interface ContextUsedProps {
  context: ContextReference;
  scope: ItemScope | undefined;
}

const fold = { head: 3, tail: 0 };

/** A piece of context that a phase used: its kind, how much it mattered, where it comes from, what was done with it. */
export function ContextUsed({ context, scope }: ContextUsedProps): ReactElement {
  const { t } = useKit(phasesWords);
  const { type, source, relevance, summary, quoted_content: quoted, usage_mode } = context;
  return (
    <>
      <span className="ark-phase__sign">
        <ContextMark type={type} relevance={relevance} decorative />
        {t(`context.${type}`)}
        <span className="ark-unseen">, {t(`relevance.${relevance}`)}</span>
      </span>
      <span className="ark-phase__said">
        <span className="ark-phase__source" title={t(`relevance.${relevance}`)}>
          <OneLine text={relativePath(source, scope?.cwd)} face="mono" />
          {usage_mode === undefined ? null : <span className="ark-phase__mode">{t(`usageMode.${usage_mode}`)}</span>}
        </span>
        {summary === undefined || summary === '' ? null : (
          <span className="ark-phase__quiet">
            <LogText text={stripAnsi(summary)} />
          </span>
        )}
        {quoted === undefined || quoted === '' ? null : (
          <span className="ark-phase__quote">
            <LongText text={quoted} fold={fold} />
          </span>
        )}
      </span>
    </>
  );
}
