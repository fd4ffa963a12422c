import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Attachment, ContentRef } from '../../session/index.ts';
import { Icon } from '../icons/Icon.tsx';
import { noMasking } from '../masking/masking.ts';
import { useKit } from '../theme/useKit.ts';
import { ActionButton } from './ActionButton.tsx';
import { DownloadLink } from './DownloadLink.tsx';
import { inPlace } from './inPlace.ts';
import type { ItemScope } from './itemPlace.ts';
import { OneLine, plainLogText } from './LogText.tsx';
import { LongText } from './LongText.tsx';

interface AttachmentsProps {
  attachments: readonly Attachment[];
  /** Attachments and long texts of the item that are stored beside the session. */
  contents: readonly ContentRef[];
  /** JSON Pointer from the item to its attachments. */
  pointer: string;
  scope: ItemScope | undefined;
}

/** The attachments of a message or a result. Pictures that the host keeps are thumbnails; anything else is a link, not fetched before it is pressed. */
export function Attachments({ attachments, contents, pointer, scope }: AttachmentsProps): ReactElement | null {
  const { t } = useKit();
  if (attachments.length === 0) return null;
  return (
    <ul className="ark-attachments" aria-label={t('message.attachments')}>
      {inPlace(attachments, (attachment, at) => {
        const own = `${pointer}/${at}`;
        const content = contents.find((each) => each.pointer === own || each.pointer.startsWith(`${own}/`));
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

interface AttachmentChipProps {
  attachment: Attachment;
  /** Where it can be downloaded, if the host keeps it. */
  href: string | undefined;
  content: ContentRef | undefined;
}

/** Whether it is a text, in which secrets can be masked; pictures cannot be masked. */
function isText({ kind, media_type = '' }: Attachment): boolean {
  return (
    kind !== 'image' && !/^(?:image|audio|video|font)\/|^application\/(?:pdf|zip|gzip|octet-stream)$/.test(media_type)
  );
}

/** One attachment: its kind, name and size. A text opens in place; anything else is downloaded. */
function AttachmentChip({ attachment, href, content }: AttachmentChipProps): ReactElement {
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
  // Always downloaded, never opened in place: an attached page would run with the rights of ours.
  const link = (
    // biome-ignore lint/plugin: what is no text has nothing that could be masked
    <a className="ark-attachment__chip ark-link" href={href} download={name ?? true} rel="noreferrer noopener">
      {chip}
    </a>
  );
  if (!isDrawable(media_type, href)) return link;
  return <Picture href={href} name={name ?? t(`attachment.${kind}`)} link={link} />;
}

interface PictureProps {
  /** Where the host keeps it. */
  href: string;
  /** What it is called; masked. */
  name: string;
  /** Offers the file; also shown in place of a picture that cannot be drawn. */
  link: ReactNode;
}

/** Types that browsers draw and that cannot run anything; an SVG can. */
const drawn = /^image\/(?:png|jpeg|gif|webp)$/i;
const drawnData = /^data:image\/(?:png|jpeg|gif|webp)[;,]/i;

/** Whether a picture may be drawn: one of a known type, in the page itself or on the page's own host. */
export function isDrawable(mediaType: string | undefined, href: string): boolean {
  if (mediaType === undefined || !drawn.test(mediaType)) return false;
  const base = typeof document === 'undefined' ? 'https://page.invalid/' : document.baseURI;
  if (!URL.canParse(href, base)) return false;
  const url = new URL(href, base);
  if (url.protocol === 'data:') return drawnData.test(url.href);
  if (url.protocol === 'blob:') return true;
  // Any other host would learn that somebody reads.
  return /^https?:$/.test(url.protocol) && url.host === new URL(base).host;
}

/** A picture as a thumbnail; pressed, it is shown as large as there is room. Esc or a press beside it closes it. */
function Picture({ href, name, link }: PictureProps): ReactElement {
  const { t } = useKit();
  const [is, setIs] = useState<'small' | 'large' | 'broken'>('small');
  if (is === 'broken') return <>{link}</>;
  return (
    <>
      <button
        type="button"
        className="ark-picture"
        aria-label={t('attachment.enlarge', { name: plainLogText(name) })}
        title={plainLogText(name)}
        onClick={() => setIs('large')}
      >
        <img src={href} alt="" loading="lazy" width={112} height={72} onError={() => setIs('broken')} />
      </button>
      {is === 'large' ? <Lightbox {...{ href, name, link }} onClose={() => setIs('small')} /> : null}
    </>
  );
}

/** Opens at once, with the focus on its button; closed, it gives the focus back to where it was. */
function Lightbox({ href, name, link, onClose }: PictureProps & { onClose: () => void }): ReactElement {
  const { t } = useKit();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (box.current?.open === false) box.current.showModal();
    box.current?.querySelector('button')?.focus();
  }, []);
  const close = (): void => box.current?.close();
  return (
    <dialog
      ref={box}
      className="ark-lightbox"
      aria-label={name}
      onClose={onClose}
      onClick={(event) => {
        // The row around it has its own use for presses and keys.
        event.stopPropagation();
        if (event.target === event.currentTarget) close();
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="ark-lightbox__head">
        <span className="ark-lightbox__link">{link}</span>
        <ActionButton look="icon" icon="close" label={t('attachment.close')} onClick={close} />
      </div>
      <img className="ark-lightbox__picture" src={href} alt={name} />
    </dialog>
  );
}
