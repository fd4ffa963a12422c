'use client';
import type { ReactElement } from 'react';
import { sessionsWords } from '../language/english/sessions.ts';
import { CopyButton } from '../shared/CopyButton.tsx';
import { extensionFacts } from '../shared/extensionFacts.ts';
import { Facts } from '../shared/Facts.tsx';
import { LogText } from '../shared/LogText.tsx';
import { LongText } from '../shared/LongText.tsx';
import { Popover } from '../shared/Popover.tsx';
import { useKit } from '../theme/useKit.ts';
import type { SessionHead } from './sessionHead.ts';
import { type SessionFact, writeFact } from './useSessionFacts.ts';

/** Props of {@link SessionAbout}. */
export interface SessionAboutProps {
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
export function SessionAbout({ session, facts, copied }: SessionAboutProps): ReactElement {
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
