'use client';
import type { ReactElement } from 'react';
import { outputText } from '../../session/facts/callTexts.ts';
import { detailWords } from '../language/english/detail.ts';
import { LongText } from '../shared/LongText.tsx';
import { Section } from '../shared/Section.tsx';
import { oneLine } from '../shared/text/oneLine.ts';
import { useKit } from '../theme/useKit.ts';
import type { DetailPart } from './part.ts';

/** So much of an output is looked through, in characters: a summary is of its beginning or its end. */
const looked = 20_000;

/** Whether a summary is only a piece of the output. */
function repeats(summary: string, output: string): boolean {
  const piece = oneLine(summary.replace(/(?:…|\.\.\.)$/, ''));
  return [output.slice(0, looked), output.slice(-looked)].some((part) => oneLine(part, looked).includes(piece));
}

/** What a call added to the agent's context. Where its text is the output, it is not shown twice. */
export function ContributionSection({ call, level }: DetailPart): ReactElement | null {
  const { t } = useKit(detailWords);
  const { context_contribution } = call;
  if (context_contribution === undefined) return null;
  const { full_content = '' } = context_contribution;
  const output = outputText(call)?.text ?? '';
  const shownAbove = full_content === output;
  const summary = repeats(context_contribution.summary, output) ? '' : context_contribution.summary;
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
