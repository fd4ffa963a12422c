'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, type ReactNode, useId, useMemo } from 'react';
import type { Account, Outcome, Session } from '../../session/index.ts';
import { modelOf, totalsOf } from '../../session/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import { sessionsWords } from '../language/english/sessions.ts';
import { CopyButton } from '../shared/CopyButton.tsx';
import { extensionFacts, Facts } from '../shared/Facts.tsx';
import { inPlace } from '../shared/inPlace.ts';
import { joinClasses } from '../shared/joinClasses.ts';
import { LogText, OneLine } from '../shared/LogText.tsx';
import { LongText } from '../shared/LongText.tsx';
import { OutcomeText } from '../shared/OutcomeText.tsx';
import { Popover } from '../shared/Popover.tsx';
import { useKit } from '../theme/useKit.ts';
import { Masked, useMasked } from '../theme/useMasked.tsx';
import { WorkdirPath } from '../workdir-path/WorkdirPath.tsx';
import {
  figureToCome,
  type RecordedSpan,
  type SessionFact,
  type SessionHead,
  sessionHead,
  useSessionFacts,
  writeFact,
} from './useSessionFacts.ts';

interface SessionAboutProps {
  /** Masked. */
  session: SessionHead;
  /** All that is said of the session in words, in order. */
  facts: readonly SessionFact[];
  /** All of it as one text. */
  copied: () => string;
}

const fold = { head: 6, tail: 0 };

/**
 * Everything that is known of a session, one press away: what it was about, its ids, how the agent was set up, which files
 * it made, and what its format says beside. Each value can be copied, and all of them.
 */
function SessionAbout({ session, facts, copied }: SessionAboutProps): ReactElement {
  const { t } = useKit(sessionsWords);
  return (
    <Popover label={t('session.about')} icon="info" className="ark-about__panel" holds="text">
      {() => <About session={session} facts={facts} copied={copied} />}
    </Popover>
  );
}

function About({
  session: { task_description: description, extensions },
  facts,
  copied,
}: SessionAboutProps): ReactElement {
  const { t } = useKit(sessionsWords);
  const more = extensionFacts(extensions).map(({ name, text }) => ({ label: name, text }));
  const written = facts.map((fact) => ({ label: fact.label, text: writeFact(fact) }));
  return (
    <>
      <header className="ark-about__head">
        <span>{t('session.about')}</span>
        <CopyButton text={copied} label={t('copy.session')} />
      </header>
      {description === undefined || description.trim() === '' ? null : (
        <div className="ark-about__words">
          <LongText text={description} fold={fold} />
        </div>
      )}
      <Facts
        facts={[...written, ...more].map(({ label, text }) => ({
          name: label,
          value: (
            <span className="ark-about__value">
              <span className="ark-about__text ark-mono">
                <LogText text={text} />
              </span>
              <CopyButton look="icon" text={text} label={t('session.copyFact', { name: label })} />
            </span>
          ),
        }))}
      />
    </>
  );
}

/** Action of a figure that is a button. */
export interface FigurePress {
  /** What pressing it does, for tooltip and assistive technology. */
  readonly label: string;
  /** Whether it is active; pressing again undoes it. @selector [aria-pressed] */
  readonly pressed: boolean;
  readonly onPress: () => void;
}

/** Props of {@link SessionCard}. */
export interface SessionCardProps extends Omit<ComponentPropsWithoutRef<'article'>, 'children'> {
  /** The session, as the adapters or `parseSession` give it. */
  session: Session;
  /** Time without the idle ranges, in milliseconds; the replay knows it. */
  activeMs?: number | undefined;
  /**
   * When the replay's clock begins and when the last record ends, in milliseconds since `created_at`; the replay knows it. Its
   * clock counts from the first thing that someone said or did: where that is not the start, the card says so.
   */
  records?: RecordedSpan | undefined;
  /**
   * `bar` stays 60 px high and gives up its figures where it is narrow; `card` puts them below.
   * @default 'card'
   * @selector [data-look]
   */
  look?: 'bar' | 'card';
  /** Whether more of the session is still to come: its figures are then not stated, but kept a place. @default false */
  loading?: boolean | undefined;
  /** Makes the number of failed calls a button, unless it is 0. @default a figure */
  failedPress?: FigurePress | undefined;
  /** Level of the title in the page's outline. @default 1 */
  headingLevel?: 1 | 2 | 3 | 4;
  /** More controls at the right, such as a theme switch. */
  actions?: ReactNode;
}

/**
 * What a session was: title, outcome, model, folder, branch, and its figures.
 *
 * When to use it: as the head of a session's page, or alone; the figures can be copied.
 */
export const SessionCard = forwardRef<HTMLElement, SessionCardProps>(function SessionCard(
  {
    session: logged,
    activeMs,
    records,
    look = 'card',
    loading = false,
    failedPress,
    headingLevel = 1,
    actions,
    className,
    ...rest
  },
  ref,
) {
  const { t } = useKit(sessionsWords);
  const titleId = useId();
  const totals = useMemo(() => (loading ? undefined : totalsOf(logged)), [logged, loading]);
  const session = useMasked(useMemo(() => sessionHead(logged), [logged]));
  const facts = useSessionFacts(session, totals, { activeMs, records });
  const outcome = sessionOutcome(session);
  const Title = `h${headingLevel}` as const;
  const copied = (): string =>
    [
      `${t('session.title')}: ${session.task_title}`,
      `${t('session.outcome')}: ${t(`outcome.${outcome}`)}`,
      ...facts.all.map((fact) => `${fact.label}: ${writeFact(fact)}`),
    ].join('\n');
  return (
    <article
      aria-labelledby={titleId}
      ref={ref}
      className={joinClasses('ark', 'ark-session', className)}
      data-look={look}
      aria-busy={loading}
      {...rest}
    >
      <div className="ark-session__line">
        <div className="ark-session__name">
          <div className="ark-session__title-line">
            <Title id={titleId} className="ark-session__title">
              <OneLine text={session.task_title} />
            </Title>
            <OutcomeText outcome={outcome} inferred={session.inferred?.includes('status') ?? false} />
          </div>
          <Masked>
            <SessionFolder session={session} settings={look === 'bar' ? facts.settings : []} />
          </Masked>
          {look === 'card' ? <SessionSettings sessionId={session.session_id} settings={facts.settings} /> : null}
        </div>
        <SessionFacts facts={facts.shown} failedPress={failedPress} />
        <div className="ark-session__actions">
          {session.provenance === undefined ? null : <AccountLine account={session.provenance.account} />}
          {look === 'card' ? <CopyButton look="icon" label={t('copy.session')} text={copied} /> : null}
          <SessionAbout session={session} facts={facts.all} copied={copied} />
          {actions}
        </div>
      </div>
    </article>
  );
});

/** Outcome of a session; without one, its status in v3.0. */
export function sessionOutcome({ outcome, status }: SessionHead): Outcome | 'running' {
  if (outcome !== undefined) return outcome;
  return status === 'success' ? 'succeeded' : status === 'failed' ? 'failed' : 'running';
}

interface AccountLineProps {
  account: Account;
}

/** The verdicts of the source's records in words; every record is accounted for. */
function AccountLine({ account }: AccountLineProps): ReactElement {
  const { t } = useKit(sessionsWords);
  const ignored = Object.values(account.ignored).reduce((sum, count) => sum + count, 0);
  const parts = [
    t('account.converted', { n: account.converted }),
    ...(ignored > 0 ? [t('account.ignored', { n: ignored })] : []),
    ...(account.unknown > 0 ? [t('account.unknown', { n: account.unknown })] : []),
    ...(account.dropped > 0 ? [t('account.dropped', { n: account.dropped })] : []),
  ];
  const words = t('account', { n: account.records, parts: parts.join(t('listSeparator')) });
  return (
    <span className="ark-session__account" data-dropped={account.dropped > 0 ? '' : undefined} title={words}>
      <Icon name="account" />
      <span className="ark-session__account-words">{words}</span>
    </span>
  );
}

interface SessionSettingsProps {
  sessionId: string;
  settings: readonly SessionFact[];
}

/** How the agent was set up, and by what id the session is found again. */
function SessionSettings({ sessionId, settings }: SessionSettingsProps): ReactElement {
  const { t } = useKit(sessionsWords);
  const facts = [...settings, { label: t('session.id'), text: sessionId }];
  return (
    <dl className="ark-session__settings">
      {inPlace(facts, ({ label, text }) => (
        <div className="ark-session__setting">
          <dt>{label}</dt>
          <dd className="ark-session__value">
            <OneLine text={text} face="mono" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface SessionFactsProps {
  facts: readonly SessionFact[];
  failedPress: FigurePress | undefined;
}

/** The figures of a session, each under its label. */
function SessionFacts({ facts, failedPress }: SessionFactsProps): ReactElement {
  return (
    <dl className="ark-session__facts">
      {inPlace(facts, (fact) => {
        const isNone = (fact.text === '0' && fact.note === undefined) || fact.text === figureToCome;
        return (
          <div className="ark-session__fact" data-fact={fact.name} data-zero={isNone ? '' : undefined}>
            <dt className="ark-session__label">{fact.label}</dt>
            <Figure fact={fact} press={fact.name === 'failed' && !isNone ? failedPress : undefined} />
          </div>
        );
      })}
    </dl>
  );
}

/** A figure, with what is said behind it; one that can be pressed is a button. */
function Figure({ fact: { text, note }, press }: { fact: SessionFact; press: FigurePress | undefined }): ReactElement {
  const { t } = useKit(sessionsWords);
  const written = (
    <>
      {text}
      {note === undefined ? null : <span className="ark-session__note"> {note}</span>}
    </>
  );
  const said = note?.startsWith('+') ? t('session.mainAndInner') : note;
  if (press === undefined)
    return (
      <dd className="ark-session__figure" title={said}>
        {written}
      </dd>
    );
  const { label, pressed, onPress } = press;
  return (
    <dd className="ark-session__figure">
      <button
        type="button"
        className="ark-session__press"
        aria-pressed={pressed}
        title={said === undefined ? label : `${label} (${said})`}
        onClick={onPress}
      >
        {written}
        <span className="ark-unseen">, {label}</span>
      </button>
    </dd>
  );
}

interface SessionFolderProps {
  session: SessionHead;
  /** How the agent was set up; said where there is room, behind the place. */
  settings: readonly SessionFact[];
}

/** With which model a session ran, in which folder, on which branch; on a wide page its id and how it was set up. */
function SessionFolder({ session, settings }: SessionFolderProps): ReactElement {
  const { t } = useKit(sessionsWords);
  const { session_id, environment, provenance } = session;
  const model = modelOf(session);
  const missing = provenance?.diagnostics['missing-subagents'] ?? 0;
  return (
    <ul className="ark-session__place">
      {missing === 0 ? null : (
        <li className="ark-session__part" data-part="missing" title={t('session.runsMissingWhy', { n: missing })}>
          {t('session.runsMissing', { n: missing })}
          <span className="ark-unseen"> {t('session.runsMissingWhy', { n: missing })}</span>
        </li>
      )}
      <li className="ark-session__part" data-part="model">
        {model === undefined ? (
          t('session.modelUnknown')
        ) : (
          <>
            <span className="ark-unseen">{t('session.model')}: </span>
            <OneLine text={model} face="mono" />
          </>
        )}
      </li>
      {environment?.cwd === undefined ? null : (
        <li className="ark-session__part" data-part="folder">
          <WorkdirPath path={environment.cwd} label={t('session.folder')} />
        </li>
      )}
      {environment?.git_branch === undefined ? null : (
        <li className="ark-session__part" data-part="branch">
          <Icon name="branch" size={12} label={t('session.branch')} />
          <OneLine text={environment.git_branch} face="mono" />
        </li>
      )}
      {inPlace([{ label: t('session.id'), text: session_id }, ...settings], ({ label, text }) => (
        <li className="ark-session__part" data-part="setting" title={`${label}: ${text}`}>
          <span className="ark-unseen">{label}: </span>
          <OneLine text={text} face="mono" />
        </li>
      ))}
    </ul>
  );
}
