'use client';
import type { ReactElement } from 'react';
import type { MessageEvent } from '../../session/index.ts';
import { inPlace } from '../shared/inPlace.ts';
import type { ItemScope } from '../shared/itemPlace.ts';
import { useKit } from '../theme/useKit.ts';
import { AttachmentChip } from './AttachmentChip.tsx';

/** Props of {@link Attachments}. */
export interface AttachmentsProps {
  message: MessageEvent;
  scope: ItemScope | undefined;
}

/** What came with a message. Nothing is fetched: what can be had is a link. */
export function Attachments({ message, scope }: AttachmentsProps): ReactElement | null {
  const { t } = useKit();
  const { attachments = [], content_refs = [] } = message;
  if (attachments.length === 0) return null;
  return (
    <ul className="ark-message__attachments" aria-label={t('message.attachments')}>
      {inPlace(attachments, (attachment, at) => {
        const content = content_refs.find(({ pointer }) => pointer.startsWith(`/attachments/${at}`));
        const href = content === undefined ? undefined : scope?.contentUrl?.(content);
        return (
          <li>
            <AttachmentChip attachment={attachment} href={href} />
          </li>
        );
      })}
    </ul>
  );
}
