'use client';
import type { ReactElement } from 'react';
import type { MessageEvent } from '../../session/index.ts';
import { eventsWords } from '../language/english/events.ts';
import { OneLine } from '../shared/OneLine.tsx';
import { Tag } from '../shared/Tag.tsx';
import { useKit } from '../theme/useKit.ts';
import type { Author } from './authorOf.ts';

/** Props of {@link MessageHeader}. */
export interface MessageHeaderProps {
  message: MessageEvent;
  author: Author;
}

/** Who said it, to whom, and how it came in where it was not simply said. */
export function MessageHeader({ message, author }: MessageHeaderProps): ReactElement {
  const { t } = useKit(eventsWords);
  return (
    <div className="ark-message__header">
      <span className="ark-message__author" title={message.model}>
        <OneLine text={author.name} />
      </span>
      {author.to === undefined ? null : (
        <span className="ark-message__author">
          <span aria-hidden="true">{'\u2192'}</span>
          <span className="ark-unseen">{t('message.to')}</span>
          <OneLine text={author.to} />
        </span>
      )}
      {message.origin === undefined ? null : <Tag>{t(`origin.${message.origin}`)}</Tag>}
      {message.branch === 'abandoned' ? <Tag look="dashed">{t('call.abandoned')}</Tag> : null}
    </div>
  );
}
