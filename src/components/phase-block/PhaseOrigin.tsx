'use client';
import type { ReactElement } from 'react';
import type { PhaseAnnotation } from '../../session/index.ts';
import { phasesWords } from '../language/english/phases.ts';
import type { KitOf } from '../theme/kit.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link PhaseOrigin}. */
export interface PhaseOriginProps {
  annotation: PhaseAnnotation;
}

/** Who says that a phase was what it is, in two words. */
export function originOf({ t }: KitOf<typeof phasesWords>, { annotated_by, confidence }: PhaseAnnotation): string {
  return `${t(`phase.by.${annotated_by}`)} \u00b7 ${t(`phase.confidence.${confidence}`)}`;
}

/** Who says that a phase was what it is, and how sure they are. */
export function PhaseOrigin({ annotation }: PhaseOriginProps): ReactElement {
  const kit = useKit(phasesWords);
  const { annotated_by, annotated_at, confidence, inferred } = annotation;
  const { t, formatters } = kit;
  const sure = t(`phase.confidence.${confidence}`);
  const said = t('phase.confidence', { confidence: sure });
  // When an inferred phase was written down tells of the conversion alone.
  const dated = annotated_by !== 'auto' && inferred?.includes('annotated_at') !== true;
  const why = dated ? t('phase.annotatedAt', { said, time: formatters.dateTime(annotated_at) }) : said;
  return (
    <span className="ark-phase__origin" data-by={annotated_by} title={why}>
      {originOf(kit, annotation)}
    </span>
  );
}
