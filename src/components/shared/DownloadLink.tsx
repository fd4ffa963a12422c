'use client';
import { type ReactElement, useState } from 'react';
import type { ContentRef } from '../../session/index.ts';
import { detailWords } from '../language/english/detail.ts';
import { noMasking } from '../masking/masking.ts';
import { useKit } from '../theme/useKit.ts';
import { useSaveText } from '../theme/useSaveText.ts';
import { ActionButton } from './ActionButton.tsx';

/** Props of {@link DownloadLink}. */
export interface DownloadLinkProps {
  href: string;
  /** The content behind the address, for a host that loads it itself. */
  content: ContentRef | undefined;
}

/** The last part of an address, as the name of the file. */
function nameOf(href: string): string {
  const path = href.replace(/[?#].*$/s, '');
  return path.slice(path.lastIndexOf('/') + 1) || 'download.txt';
}

async function fetchText(href: string): Promise<string> {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer.text();
}

/**
 * Downloads a text that is stored beside the session. If secrets are masked, the text is fetched, masked and saved when the link is
 * pressed, because the browser would save it unmasked.
 */
export function DownloadLink({ href, content }: DownloadLinkProps): ReactElement {
  const { t, masking, contents } = useKit(detailWords);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const save = useSaveText();
  if (masking === noMasking) {
    return (
      <a className="ark-link" href={href} download rel="noreferrer noopener">
        {t('detail.download')}
      </a>
    );
  }
  const download = async (): Promise<void> => {
    setState('loading');
    try {
      await save(
        await (content === undefined || contents === undefined ? fetchText(href) : contents(content)),
        nameOf(href),
      );
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      {state === 'failed' ? <span role="alert">{t('terminal.loadFailed')} </span> : null}
      <ActionButton
        label={t('detail.download')}
        aria-disabled={state === 'loading'}
        onClick={() => (state === 'loading' ? undefined : void download())}
      />
    </>
  );
}
