'use client';
import {
  type ComponentPropsWithoutRef,
  type CSSProperties,
  forwardRef,
  type ReactElement,
  useMemo,
  useState,
} from 'react';
import { chineseDiagnostics, chineseReasons, type DiagnosticText } from '../../session/chinese.ts';
import type { Session, Severity } from '../../session/index.ts';
import { type DiagnosticCode, diagnosticCatalogue } from '../../session/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/iconShapes.ts';
import { phasesWords } from '../language/english/phases.ts';
import { runsWords } from '../language/english/runs.ts';
import { sessionsWords } from '../language/english/sessions.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { inPlace } from '../shared/inPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/LogText.tsx';
import { PathText } from '../shared/PathText.tsx';
import { Section } from '../shared/Section.tsx';
import type { Language } from '../theme/createKit.ts';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';

interface DiagnosticItemProps {
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
function DiagnosticItem({ diagnostic: { code, count, known } }: DiagnosticItemProps): ReactElement {
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

const ownWords = { ...phasesWords, ...runsWords };

/** Props of {@link ImportReport}. */
export interface ImportReportProps extends Omit<ComponentPropsWithoutRef<'article'>, 'children'> {
  /** The session, as the adapters or `parseSession` give it. */
  session: Session;
  /** Level of the titles in the page's outline. @default 3 */
  headingLevel?: 2 | 3 | 4 | 5;
}

/**
 * When to use it: where a reader asks whether the session is the whole story.
 *
 * What became of every record of a log: what was converted, kept as it is, left out and why, lost, masked or inferred, and
 * which files it came from.
 */
export const ImportReport = forwardRef<HTMLElement, ImportReportProps>(function ImportReport(
  { session, headingLevel = 3, className, ...rest },
  ref,
) {
  const { t } = useKit(ownWords);
  const facts = useMasked(useMemo(() => importFacts(session), [session]));
  return (
    <article ref={ref} className={joinClasses('ark', 'ark-import', className)} aria-label={t('import')} {...rest}>
      {facts === undefined ? (
        <p className="ark-import__nothing">{t('import.nothing')}</p>
      ) : (
        <Report facts={facts} level={headingLevel} />
      )}
    </article>
  );
});

function Report({ facts, level }: { facts: ImportFacts; level: 2 | 3 | 4 | 5 }): ReactElement {
  const { t, language, formatters } = useKit(ownWords);
  const { ignored, diagnostics, redactions, sources, inferred, inferredCalls } = facts;
  return (
    <>
      <Section
        name="account"
        level={level}
        title={t('import.account')}
        aside={<OneLine text={facts.format} />}
        actions={<span>{t('import.records', { n: facts.records })}</span>}
      >
        <AccountBar fates={facts.fates} />
        {ignored.length === 0 ? null : (
          <>
            <p className="ark-import__quiet">{t('import.ignoredBecause')}</p>
            <Counts
              title={t('import.ignoredBecause')}
              counts={ignored.map(({ reason, count }) => ({ name: reasonName(reason, language), count }))}
            />
          </>
        )}
      </Section>
      <Section
        name="diagnostics"
        level={level}
        title={t('import.diagnostics')}
        actions={formatters.number(diagnostics.reduce((sum, { count }) => sum + count, 0))}
      >
        {diagnostics.length === 0 ? <p className="ark-import__quiet">{t('import.noDiagnostics')}</p> : null}
        <ul className="ark-import__diagnostics">
          {diagnostics.map((diagnostic) => (
            <DiagnosticItem key={diagnostic.code} diagnostic={diagnostic} />
          ))}
        </ul>
      </Section>
      {inferred.length === 0 && inferredCalls === 0 ? null : (
        <Section name="inferred" level={level} title={t('import.inferred')}>
          {inferred.length === 0 ? null : <OneLine text={inferred.join(t('listSeparator'))} face="mono" />}
          {inferredCalls === 0 ? null : (
            <p className="ark-import__quiet">{t('import.inferredCalls', { n: inferredCalls })}</p>
          )}
        </Section>
      )}
      {redactions.length === 0 ? null : (
        <Section name="redactions" level={level} title={t('import.redactions')}>
          <Counts
            title={t('import.redactions')}
            counts={redactions.map(({ rule, count }) => ({ name: rule, count }))}
          />
        </Section>
      )}
      <Section name="sources" level={level} title={t('import.sources')} actions={formatters.number(sources.length)}>
        <Sources sources={sources} />
      </Section>
    </>
  );
}

function reasonName(reason: string, language: Language): string {
  const chinese = language === 'zh' ? chineseReasons.get(reason) : undefined;
  return chinese ?? reason.replaceAll('_', ' ');
}

const sourcesAtFirst = 12;
const sourcesAtOnce = 200;

function Sources({ sources }: Pick<ImportFacts, 'sources'>): ReactElement {
  const { t, formatters } = useKit(ownWords);
  const [shown, setShown] = useState(sourcesAtFirst);
  const hidden = sources.length - shown;
  return (
    <>
      <ul className="ark-import__sources">
        {inPlace(sources.slice(0, shown), ({ name, bytes, records, sha256 }) => (
          <li className="ark-import__source">
            <PathText path={name} />
            <span title={sha256}>{formatters.bytes(bytes)}</span>
            <span>{t('import.records', { n: records })}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <span>
          <ActionButton label={t('phase.more', { n: hidden })} onClick={() => setShown(shown + sourcesAtOnce)} />
        </span>
      ) : null}
    </>
  );
}

function Counts({
  title,
  counts,
}: {
  title: string;
  counts: readonly { name: string; count: number }[];
}): ReactElement {
  const { formatters } = useKit(ownWords);
  return (
    <ul className="ark-import__counts" aria-label={title}>
      {counts.map(({ name, count }) => (
        <li key={name} className="ark-import__count">
          <OneLine text={name} />
          <span>{formatters.number(count)}</span>
        </li>
      ))}
    </ul>
  );
}

interface AccountBarProps {
  fates: readonly RecordFate[];
}

/** What became of the records: a bar of their shares, and the figures under it. They add up to the whole. */
function AccountBar({ fates }: AccountBarProps): ReactElement {
  const { t } = useKit(sessionsWords);
  return (
    <>
      <span className="ark-import__bar" aria-hidden="true">
        {fates.map(({ fate, count }) =>
          count === 0 ? null : <span key={fate} data-fate={fate} style={{ '--ark-share': count } as CSSProperties} />,
        )}
      </span>
      <ul className="ark-import__fates">
        {fates.map(({ fate, count }) => (
          <li key={fate} className="ark-import__fate" data-fate={fate} data-zero={count === 0 ? '' : undefined}>
            {t(`account.${fate}`, { n: count })}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What a session says of its own making, ready to be shown. */
interface ImportFacts {
  readonly format: string;
  readonly records: number;
  readonly fates: readonly RecordFate[];
  /** Why records were ignored, the most frequent first. */
  readonly ignored: readonly { readonly reason: string; readonly count: number }[];
  /** The gravest first. */
  readonly diagnostics: readonly ReportedDiagnostic[];
  readonly redactions: readonly { readonly rule: string; readonly count: number }[];
  readonly sources: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly records: number;
    readonly sha256: string;
  }[];
  /** Fields of the session that the log did not give. */
  readonly inferred: readonly string[];
  /** Calls of which some field was inferred. */
  readonly inferredCalls: number;
}

/** How many records ended as what. */
interface RecordFate {
  readonly fate: 'converted' | 'ignored' | 'unknown' | 'dropped';
  readonly count: number;
}

/** A kind of diagnostic, and how often it was given; of a later version's code nothing more is known. */
interface ReportedDiagnostic {
  readonly code: string;
  readonly count: number;
  /** Absent for a code that is not in the catalogue. */
  readonly known: KnownDiagnostic | undefined;
}

/** A diagnostic of the catalogue. */
interface KnownDiagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
}

const severities: readonly (Severity | undefined)[] = ['error', 'data-loss', 'notice', 'info', undefined];

/** Reads the report of a session's conversion; undefined where it has none, as in a session that was written by hand. */
export function importFacts({ provenance, inferred = [], tool_calls }: Session): ImportFacts | undefined {
  if (provenance === undefined) return undefined;
  const { account, source_format, sources, diagnostics, redactions } = provenance;
  const ignored = Object.entries(account.ignored).map(([reason, count]) => ({ reason, count }));
  return {
    format: source_format,
    records: account.records,
    fates: [
      { fate: 'converted', count: account.converted },
      { fate: 'ignored', count: ignored.reduce((sum, { count }) => sum + count, 0) },
      { fate: 'unknown', count: account.unknown },
      { fate: 'dropped', count: account.dropped },
    ],
    ignored: ignored.sort((one, other) => other.count - one.count),
    diagnostics: Object.entries(diagnostics)
      .map(([code, count]) => ({ code, count, known: knownDiagnostic(code) }))
      .sort((one, other) => severities.indexOf(one.known?.severity) - severities.indexOf(other.known?.severity)),
    redactions: Object.entries(redactions).map(([rule, count]) => ({ rule, count })),
    sources,
    inferred,
    inferredCalls: tool_calls.filter((call) => (call.inferred?.length ?? 0) > 0).length,
  };
}

function knownDiagnostic(code: string): KnownDiagnostic | undefined {
  if (!isDiagnosticCode(code)) return undefined;
  return { code, severity: diagnosticCatalogue[code].severity };
}

function isDiagnosticCode(code: string): code is DiagnosticCode {
  return Object.hasOwn(diagnosticCatalogue, code);
}
