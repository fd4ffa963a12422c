'use client';
import type { ReactElement } from 'react';
import { chineseDiagnostics, type DiagnosticText } from '../../session/chinese.ts';
import { type DiagnosticCode, diagnosticCatalogue } from '../../session/diagnostics.ts';
import type { Severity } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/iconShapes.ts';
import { runsWords } from '../language/english/runs.ts';
import { OneLine } from '../shared/OneLine.tsx';
import type { Language } from '../theme/kit.ts';
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

const texts: Readonly<Record<Language, Readonly<Record<DiagnosticCode, DiagnosticText>>>> = {
  en: diagnosticCatalogue,
  zh: chineseDiagnostics,
};

/** A kind of diagnostic: how grave, how often, what it means and what to do. */
export function DiagnosticItem({ diagnostic: { code, count, known } }: DiagnosticItemProps): ReactElement {
  const { t, language, formatters } = useKit(runsWords);
  const text = known === undefined ? undefined : texts[language][known.code];
  return (
    <li className="ark-import__diagnostic" data-severity={known?.severity}>
      <Icon name={known === undefined ? 'unknown' : icons[known.severity]} />
      <span className="ark-import__line">
        <OneLine text={code} face="mono" />
        {known === undefined ? null : <span className="ark-import__severity">{t(`severity.${known.severity}`)}</span>}
        <span className="ark-import__times">{t('import.times', { n: formatters.number(count) })}</span>
      </span>
      {text === undefined ? null : (
        <span className="ark-import__meaning">
          {text.meaning} <span className="ark-import__remedy">{text.remedy}</span>
        </span>
      )}
    </li>
  );
}
