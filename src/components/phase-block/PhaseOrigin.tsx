'use client';
import type { ReactElement } from 'react';
import type { PhaseAnnotation } from '../../session/index.ts';
import { useKit } from '../theme/useKit.ts';

/** Props of {@link PhaseOrigin}. */
export interface PhaseOriginProps {
  annotation: PhaseAnnotation;
}

/** Who says that a phase was what it is, and how sure they are. */
export function PhaseOrigin({ annotation: { annotated_by, confidence } }: PhaseOriginProps): ReactElement {
  const { t } = useKit();
  const sure = t(`phase.confidence.${confidence}`);
  return (
    <span className="ark-phase__origin" data-by={annotated_by} title={t('phase.confidence', { confidence: sure })}>
      {`${t(`phase.by.${annotated_by}`)} \u00b7 ${sure}`}
    </span>
  );
}
