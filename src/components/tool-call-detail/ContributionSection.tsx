'use client';
import type { ReactElement } from 'react';
import { outputText } from '../../session/facts/callTexts.ts';
import { LongText } from '../shared/LongText.tsx';
import { Section } from '../shared/Section.tsx';
import { useKit } from '../theme/useKit.ts';
import type { DetailPart } from './part.ts';

/** What a call added to the agent's context. Where its text is the output, it is not shown twice. */
export function ContributionSection({ call, level }: DetailPart): ReactElement | null {
  const { t } = useKit();
  const { context_contribution } = call;
  if (context_contribution === undefined) return null;
  const { summary, full_content = '' } = context_contribution;
  const shownAbove = full_content === outputText(call)?.text;
  if (summary === '' && (shownAbove || full_content === '')) return null;
  return (
    <Section
      name="contribution"
      level={level}
      title={t('detail.contributed')}
      actions={<span>{t(`contribution.${context_contribution.type}`)}</span>}
    >
      {summary === '' ? null : (
        <div className="ark-detail__words">
          <LongText text={summary} />
        </div>
      )}
      {shownAbove || full_content === '' ? null : <LongText text={full_content} />}
    </Section>
  );
}
