'use client';
import type { ReactElement } from 'react';
import type { MessageEvent } from '../../session/index.ts';
import { Attachments } from '../shared/Attachments.tsx';
import { ClippedMarkdown } from '../shared/ClippedMarkdown.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { LongText } from '../shared/LongText.tsx';

/** Props of {@link MessageBody}. */
export interface MessageBodyProps {
  message: MessageEvent;
  scope: ItemScope | undefined;
}

/** The text of a message: Markdown where someone wrote it, lines where a shell or a program printed it. */
export function MessageBody({ message, scope }: MessageBodyProps): ReactElement {
  const printed = message.origin === 'shell' || message.origin === 'hook' || message.origin === 'background_task';
  return (
    <div className="ark-message__body">
      {message.text === '' ? null : printed ? (
        <LongText text={message.text} />
      ) : (
        <ClippedMarkdown text={message.text} />
      )}
      <Attachments
        attachments={message.attachments ?? []}
        contents={message.content_refs ?? []}
        pointer="/attachments"
        scope={scope}
      />
    </div>
  );
}
