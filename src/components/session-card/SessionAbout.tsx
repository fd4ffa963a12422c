'use client';
import { type ReactElement, useRef } from 'react';
import { sessionsWords } from '../language/english/sessions.ts';
import { usePopover } from '../session-replay/usePopover.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { extensionFacts } from '../shared/extensionFacts.ts';
import { Facts } from '../shared/Facts.tsx';
import { LogText } from '../shared/LogText.tsx';
import { LongText } from '../shared/LongText.tsx';
import { useKit } from '../theme/useKit.ts';
import type { SessionHead } from './sessionHead.ts';
import type { SessionFact } from './useSessionFacts.ts';

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
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = usePopover(frame);
  const { task_description: description, extensions } = session;
  const more = open ? extensionFacts(extensions) : [];
  const rows = [...facts, ...more.map(({ name, text }) => ({ label: name, text }))];
  return (
    <div ref={frame} className="ark-about">
      <ActionButton
        look="icon"
        icon="info"
        label={t('session.about')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so the keyboard must reach it
        <section className="ark-about__panel" aria-label={t('session.about')} tabIndex={0}>
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
            facts={rows.map(({ label, text }) => ({
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
        </section>
      ) : null}
    </div>
  );
}
