'use client';
import type { ReactElement } from 'react';
import { LongText } from '../shared/LongText.tsx';
import { Section } from '../shared/Section.tsx';
import { useKit } from '../theme/useKit.ts';
import type { DetailPart } from './part.ts';

/** What a call added to the agent's context. Its text is the output, and is not shown twice. */
export function ContributionSection({ call: { context_contribution }, level }: DetailPart): ReactElement | null {
  const { t } = useKit();
  if (context_contribution === undefined || context_contribution.summary === '') return null;
  return (
    <Section
      name="contribution"
      level={level}
      title={t('detail.contributed')}
      actions={<span>{t(`contribution.${context_contribution.type}`)}</span>}
    >
      <div className="ark-detail__words">
        <LongText text={context_contribution.summary} />
      </div>
    </Section>
  );
}
