'use client';
import type { ReactElement } from 'react';
import type { Attachment, ContentRef } from '../../session/index.ts';
import { useKit } from '../theme/useKit.ts';
import { AttachmentChip } from './AttachmentChip.tsx';
import { inPlace } from './inPlace.ts';
import type { ItemScope } from './itemPlace.ts';

/** Props of {@link Attachments}. */
export interface AttachmentsProps {
  attachments: readonly Attachment[];
  /** What of the item is kept whole beside the session. */
  contents: readonly ContentRef[];
  /** JSON Pointer of the attachments from the item that carries them. */
  pointer: string;
  scope: ItemScope | undefined;
}

/** What came with a message or a result. Nothing is fetched: what can be had is a link. */
export function Attachments({ attachments, contents, pointer, scope }: AttachmentsProps): ReactElement | null {
  const { t } = useKit();
  if (attachments.length === 0) return null;
  return (
    <ul className="ark-attachments" aria-label={t('message.attachments')}>
      {inPlace(attachments, (attachment, at) => {
        const place = `${pointer}/${at}`;
        const content = contents.find((each) => each.pointer === place || each.pointer.startsWith(`${place}/`));
        const href = content === undefined ? undefined : scope?.contentUrl?.(content);
        return (
          <li>
            <AttachmentChip attachment={attachment} href={href} content={content} />
          </li>
        );
      })}
    </ul>
  );
}
