'use client';

import type { ReactElement, ReactNode } from 'react';
import type { EventItem } from '../../replay/index.ts';
import { detailWords } from '../language/english/detail.ts';
import { eventsWords } from '../language/english/events.ts';
import { NoticeFacts } from '../notice-row/NoticeFacts.tsx';
import { Attachments } from '../shared/Attachments.tsx';
import { CopyButton } from '../shared/CopyButton.tsx';
import { Facts } from '../shared/Facts.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { LongText } from '../shared/LongText.tsx';
import { MarkdownText } from '../shared/Markdown.tsx';
import { Section } from '../shared/Section.tsx';
import { useKit } from '../theme/useKit.ts';
import { usageParts } from '../usage-badge/usageParts.ts';
import { cutsMessage, type MessageRow, MessageSection } from './MessageSection.tsx';
import { PlanSection } from './PlanSection.tsx';

/** Props of {@link TextSection}. */
interface TextSectionProps {
  text: string;
  /** `prose` is rendered as Markdown; `lines` as the output of a program. */
  look: 'prose' | 'lines';
  level: 3 | 4;
  /** Shown if there is no text. */
  empty?: string;
  children?: ReactNode;
}

const fold = { head: 40, tail: 10 };

/** The full text of an event, with its attachments. */
function TextSection({ text, look, level, empty, children }: TextSectionProps): ReactElement {
  const { t } = useKit(detailWords);
  return (
    <Section
      name="text"
      level={level}
      title={t('detail.text')}
      actions={text === '' ? undefined : <CopyButton text={text} />}
    >
      {text === '' ? null : look === 'prose' ? <MarkdownText text={text} /> : <LongText text={text} fold={fold} />}
      {text === '' && empty !== undefined ? <p className="ark-detail__quiet">{empty}</p> : null}
      {children}
    </Section>
  );
}

/** Props of {@link EventBody}. */
interface EventBodyProps {
  item: EventItem;
  scope: ItemScope;
  level: 3 | 4;
  /** For a message beside its row: its text is shown only if the row cuts it, or if the reader reveals what is masked. */
  row?: MessageRow | undefined;
  revealed?: boolean | undefined;
}

/** The content of an event. */
export function EventBody({ item, scope, level, row, revealed = false }: EventBodyProps): ReactElement {
  const { t, formatters } = useKit(eventsWords);
  const { event } = item;
  switch (event.type) {
    case 'message': {
      const printed = event.origin === 'shell' || event.origin === 'hook' || event.origin === 'background_task';
      const text = <TextSection text={event.text} look={printed ? 'lines' : 'prose'} level={level} />;
      const attachments = (
        <Attachments
          attachments={event.attachments ?? []}
          contents={event.content_refs ?? []}
          pointer="/attachments"
          scope={scope}
        />
      );
      if (row === undefined) {
        return (
          <TextSection text={event.text} look={printed ? 'lines' : 'prose'} level={level}>
            {attachments}
          </TextSection>
        );
      }
      return (
        <>
          <MessageSection item={item} message={event} row={row} level={level}>
            {attachments}
          </MessageSection>
          {revealed || cutsMessage(item, event, row, scope) ? text : null}
        </>
      );
    }
    case 'thinking':
      return <TextSection text={event.text ?? ''} empty={t('thinking.omitted')} look="prose" level={level} />;
    case 'review':
      return <TextSection text={event.feedback} look="prose" level={level} />;
    case 'notice':
      return (
        <TextSection text={event.text} look="lines" level={level}>
          <NoticeFacts notice={event} />
        </TextSection>
      );
    case 'unknown':
      return <TextSection text={JSON.stringify(event.raw, null, 2) ?? ''} look="lines" level={level} />;
    case 'plan':
      return (
        <>
          {event.explanation === undefined ? null : <TextSection text={event.explanation} look="prose" level={level} />}
          <PlanSection item={item} plan={event} level={level} />
        </>
      );
    case 'usage': {
      const facts = usageParts(event.usage).map(({ kind, name, tokens }) => ({
        name: kind === 'other' ? name : t(`usage.${kind}`),
        value: <span className="ark-figures">{formatters.number(tokens)}</span>,
      }));
      const cost = event.usage.cost_usd;
      return (
        <TextSection text="" look="lines" level={level}>
          <Facts facts={cost === undefined ? facts : [...facts, { name: 'USD', value: formatters.dollars(cost) }]} />
        </TextSection>
      );
    }
  }
}
