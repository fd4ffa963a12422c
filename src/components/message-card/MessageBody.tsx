'use client';
import { type ReactElement, useState } from 'react';
import type { MessageEvent } from '../../session/index.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { Attachments } from '../shared/Attachments.tsx';
import type { ItemScope } from '../shared/itemPlace.ts';
import { LongText } from '../shared/LongText.tsx';
import { Markdown } from '../shared/Markdown.tsx';
import { useKit } from '../theme/useKit.ts';
import { clipText } from './clipText.ts';

/** Props of {@link MessageBody}. */
export interface MessageBodyProps {
  message: MessageEvent;
  scope: ItemScope | undefined;
}

/** The text of a message: Markdown where someone wrote it, lines where a shell or a program printed it. */
export function MessageBody({ message, scope }: MessageBodyProps): ReactElement {
  const { t } = useKit();
  const [whole, setWhole] = useState(false);
  const { text, hidden } = clipText(message.text);
  const printed = message.origin === 'shell' || message.origin === 'hook' || message.origin === 'background_task';
  return (
    <div className="ark-message__body">
      {message.text === '' ? null : printed ? (
        <LongText text={message.text} />
      ) : (
        <Markdown text={whole ? message.text : text} />
      )}
      {hidden > 0 && !printed ? (
        <ActionButton
          label={whole ? t('text.less') : t('text.moreLines', { n: hidden })}
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        />
      ) : null}
      <Attachments
        attachments={message.attachments ?? []}
        contents={message.content_refs ?? []}
        pointer="/attachments"
        scope={scope}
      />
    </div>
  );
}
