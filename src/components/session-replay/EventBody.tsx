'use client';
import type { ReactElement } from 'react';
import type { EventItem } from '../../replay/index.ts';
import { eventsWords } from '../language/english/events.ts';
import { NoticeFacts } from '../notice-row/NoticeFacts.tsx';
import { Attachments } from '../shared/Attachments.tsx';
import { Facts } from '../shared/Facts.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { useKit } from '../theme/useKit.ts';
import { usageParts } from '../usage-badge/usageParts.ts';
import { PlanSection } from './PlanSection.tsx';
import { TextSection } from './TextSection.tsx';

/** Props of {@link EventBody}. */
export interface EventBodyProps {
  item: EventItem;
  scope: ItemScope;
  level: 3 | 4;
}

/** What an event says. */
export function EventBody({ item, scope, level }: EventBodyProps): ReactElement {
  const { t, formatters } = useKit(eventsWords);
  const { event } = item;
  switch (event.type) {
    case 'message': {
      const printed = event.origin === 'shell' || event.origin === 'hook' || event.origin === 'background_task';
      return (
        <TextSection text={event.text} look={printed ? 'lines' : 'prose'} level={level}>
          <Attachments
            attachments={event.attachments ?? []}
            contents={event.content_refs ?? []}
            pointer="/attachments"
            scope={scope}
          />
        </TextSection>
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
