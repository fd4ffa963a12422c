'use client';
import type { ReactElement } from 'react';
import type { Severity } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/iconShapes.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { useKit } from '../theme/useKit.ts';
import type { ReportedDiagnostic } from './importFacts.ts';

/** Props of {@link DiagnosticItem}. */
export interface DiagnosticItemProps {
  diagnostic: ReportedDiagnostic;
}

const icons = {
  error: 'error',
  'data-loss': 'warning',
  notice: 'info',
  info: 'info',
} as const satisfies Record<Severity, IconName>;

/** A kind of diagnostic: how grave, how often, what it means and what to do. The catalogue of meanings is in English. */
export function DiagnosticItem({ diagnostic }: DiagnosticItemProps): ReactElement {
  const { t, formatters } = useKit();
  const { code, count, severity, meaning, remedy } = diagnostic;
  return (
    <li className="ark-import__diagnostic" data-severity={severity}>
      <Icon name={severity === undefined ? 'unknown' : icons[severity]} />
      <span className="ark-import__line">
        <OneLine text={code} face="mono" />
        {severity === undefined ? null : <span className="ark-import__severity">{t(`severity.${severity}`)}</span>}
        <span className="ark-import__times">{t('import.times', { n: formatters.number(count) })}</span>
      </span>
      {meaning === undefined ? null : (
        <span className="ark-import__meaning" lang="en">
          {meaning} <span className="ark-import__remedy">{remedy}</span>
        </span>
      )}
    </li>
  );
}
