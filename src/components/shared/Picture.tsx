'use client';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { useKit } from '../theme/useKit.ts';
import { ActionButton } from './ActionButton.tsx';

/** Props of {@link Picture}. */
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
export function Picture({ href, name, link }: PictureProps): ReactElement {
  const { t } = useKit();
  const [is, setIs] = useState<'small' | 'large' | 'broken'>('small');
  if (is === 'broken') return <>{link}</>;
  return (
    <>
      <button
        type="button"
        className="ark-picture"
        aria-label={t('attachment.enlarge', { name })}
        title={name}
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
