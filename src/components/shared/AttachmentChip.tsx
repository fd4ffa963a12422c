'use client';
import type { ReactElement } from 'react';
import type { Attachment, ContentRef } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { noMasking } from '../masking/masking.ts';
import { useKit } from '../theme/useKit.ts';
import { DownloadLink } from './DownloadLink.tsx';
import { LongText } from './LongText.tsx';
import { OneLine } from './OneLine.tsx';

/** Props of {@link AttachmentChip}. */
export interface AttachmentChipProps {
  attachment: Attachment;
  /** Where it can be downloaded, if the host keeps it. */
  href: string | undefined;
  content: ContentRef | undefined;
}

/** Whether it is a text, in which secrets can be masked; a picture is what it is. */
function isText({ kind, media_type = '' }: Attachment): boolean {
  return (
    kind !== 'image' && !/^(?:image|audio|video|font)\/|^application\/(?:pdf|zip|gzip|octet-stream)$/.test(media_type)
  );
}

/** One attachment: its kind, name and size; a text opens in place, anything else downloads. */
export function AttachmentChip({ attachment, href, content }: AttachmentChipProps): ReactElement {
  const { t, formatters, masking } = useKit();
  const { kind, name, media_type, bytes, text } = attachment;
  const facts = [media_type, bytes === undefined ? undefined : formatters.bytes(bytes)].filter(
    (fact) => fact !== undefined,
  );
  const chip = (
    <>
      <Icon name={kind === 'image' ? 'picture' : 'file'} size={14} />
      <OneLine text={name ?? t(`attachment.${kind}`)} />
      {facts.length === 0 ? null : (
        <span className="ark-attachment__facts">
          <OneLine text={facts.join(' \u00b7 ')} />
        </span>
      )}
    </>
  );
  if (text !== undefined) {
    return (
      <details className="ark-attachment">
        <summary className="ark-attachment__chip">{chip}</summary>
        <div className="ark-attachment__text">
          <LongText text={text} />
        </div>
      </details>
    );
  }
  if (href === undefined) return <span className="ark-attachment__chip">{chip}</span>;
  if (isText(attachment) && masking !== noMasking) {
    return (
      <span className="ark-attachment__chip">
        {chip}
        <DownloadLink href={href} content={content} />
      </span>
    );
  }
  // Downloaded, never opened in place: an attached page would run with the rights of ours.
  return (
    <a className="ark-attachment__chip ark-link" href={href} download={name ?? true} rel="noreferrer noopener">
      {chip}
    </a>
  );
}
