'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactNode, useId, useMemo } from 'react';
import type { Session } from '../../session/index.ts';
import { totalsOf } from '../../session/totals.ts';
import { sessionsWords } from '../language/english/sessions.ts';
import { Masked } from '../masking/Masked.tsx';
import { useMasked } from '../masking/useMasked.ts';
import { CopyButton } from '../shared/CopyButton.tsx';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { OutcomeText } from '../shared/OutcomeText.tsx';
import { useKit } from '../theme/useKit.ts';
import { AccountLine } from './AccountLine.tsx';
import { SessionAbout } from './SessionAbout.tsx';
import { SessionFacts } from './SessionFacts.tsx';
import { SessionPlace } from './SessionPlace.tsx';
import { SessionSettings } from './SessionSettings.tsx';
import { sessionHead } from './sessionHead.ts';
import { sessionOutcome } from './sessionOutcome.ts';
import { type RecordedSpan, useSessionFacts } from './useSessionFacts.ts';

/** Props of {@link SessionCard}. */
export interface SessionCardProps extends Omit<ComponentPropsWithoutRef<'article'>, 'children'> {
  /** The session, as the adapters or `parseSession` give it. */
  session: Session;
  /** Time in which something happened, in milliseconds; the replay knows it. */
  activeMs?: number;
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
  { session: logged, activeMs, records, look = 'card', headingLevel = 1, actions, className, ...rest },
  ref,
) {
  const { t } = useKit(sessionsWords);
  const titleId = useId();
  const totals = useMemo(() => totalsOf(logged), [logged]);
  const session = useMasked(useMemo(() => sessionHead(logged), [logged]));
  const facts = useSessionFacts(session, totals, { activeMs, records });
  const outcome = sessionOutcome(session);
  const Title = `h${headingLevel}` as const;
  const copied = (): string =>
    [
      `${t('session.title')}: ${session.task_title}`,
      `${t('session.outcome')}: ${t(`outcome.${outcome}`)}`,
      ...facts.all.map(({ label, text, note }) => `${label}: ${text}${note === undefined ? '' : ` ${note}`}`),
    ].join('\n');
  return (
    <article
      aria-labelledby={titleId}
      ref={ref}
      className={joinClasses('ark', 'ark-session', className)}
      data-look={look}
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
            <SessionPlace session={session} settings={look === 'bar' ? facts.settings : []} />
          </Masked>
          {look === 'card' ? <SessionSettings sessionId={session.session_id} settings={facts.settings} /> : null}
        </div>
        <SessionFacts facts={facts.shown} />
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
