'use client';
import type { ReactElement } from 'react';
import type { MessageEvent, SessionEvent } from '../../session/index.ts';
import { eventIcon } from '../icons/eventIcon.ts';
import { Icon } from '../icons/Icon.tsx';
import { eventsWords } from '../language/english/events.ts';
import { phasesWords } from '../language/english/phases.ts';
import { authorOf } from '../message-card/authorOf.ts';
import { MessageHeader } from '../message-card/MessageHeader.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';

const ownWords = { ...eventsWords, ...phasesWords };

/** Props of {@link EventTitle}. */
export interface EventTitleProps {
  event: SessionEvent;
  scope: ItemScope;
}

/** What an event is, in a word or two, after its icon. */
export function EventTitle({ event, scope }: EventTitleProps): ReactElement {
  const { t } = useKit(ownWords);
  const icon = <Icon name={eventIcon(event)} />;
  switch (event.type) {
    case 'message':
      return (
        <>
          {icon}
          <MessageTitle message={event} scope={scope} />
        </>
      );
    case 'notice':
      return (
        <>
          {icon}
          {t(`notice.${event.kind}`)}
        </>
      );
    case 'review':
      return (
        <>
          {icon}
          {t(`review.${event.action}`)}
          <Tag>{t('review.attempt', { n: event.attempt })}</Tag>
        </>
      );
    case 'unknown':
      return (
        <>
          {icon}
          <OneLine text={event.record_type} face="mono" />
        </>
      );
    case 'thinking':
    case 'plan':
    case 'usage':
      return (
        <>
          {icon}
          {t(event.type)}
        </>
      );
  }
}

function MessageTitle({ message, scope }: { message: MessageEvent; scope: ItemScope }): ReactElement {
  return <MessageHeader message={message} author={authorOf(useKit(ownWords), message, scope)} />;
}
