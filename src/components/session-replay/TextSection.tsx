'use client';
import type { ReactElement, ReactNode } from 'react';
import { detailWords } from '../language/english/detail.ts';
import { CopyButton } from '../shared/CopyButton.tsx';
import { LongText } from '../shared/LongText.tsx';
import { MarkdownText } from '../shared/Markdown.tsx';
import { Section } from '../shared/Section.tsx';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link TextSection}. */
export interface TextSectionProps {
  text: string;
  /** Prose is Markdown; lines are what a program wrote. */
  look: 'prose' | 'lines';
  level: 3 | 4;
  /** Said where there is no text. */
  empty?: string;
  children?: ReactNode;
}

const fold = { head: 40, tail: 10 };

/** The text of an event, whole, and what comes with it. */
export function TextSection({ text, look, level, empty, children }: TextSectionProps): ReactElement {
  const { t } = useKit(detailWords);
  return (
    <Section
      name="text"
      level={level}
      title={t('detail.text')}
      actions={text === '' ? undefined : <CopyButton text={text} />}
    >
      {text === '' ? null : look === 'prose' ? <MarkdownText text={text} /> : <LongText text={text} fold={fold} />}
      {text === '' && empty !== undefined ? <p className="ark-detail__quiet">{empty}</p> : null}
      {children}
    </Section>
  );
}
