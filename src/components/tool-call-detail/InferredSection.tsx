'use client';
import type { ReactElement } from 'react';
import { detailWords } from '../language/english/detail.ts';
import { Section } from '../shared/Section.tsx';
import { useKit } from '../theme/useKit.ts';
import { inferredKey } from './inferredKey.ts';
import type { DetailPart } from './part.ts';

/** Which values the log does not have, in words. */
export function InferredSection({ call: { inferred = [] }, level }: DetailPart): ReactElement | null {
  const { t } = useKit(detailWords);
  if (inferred.length === 0) return null;
  return (
    <Section name="inferred" level={level} title={t('detail.inferred')}>
      <ul className="ark-detail__list">
        {inferred.map((field) => {
          const key = inferredKey(field);
          return <li key={field}>{key === undefined ? t('inferred.field', { field }) : t(key)}</li>;
        })}
      </ul>
    </Section>
  );
}
