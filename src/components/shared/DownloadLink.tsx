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
  /** What stands behind the address, for a host that loads it itself. */
  content: ContentRef | undefined;
}

/** The last part of an address, as a file is named. */
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
 * Downloads a text that stands beside the session. Where secrets are masked it is fetched, masked and saved when it is
 * pressed, because the browser would save the file as it is.
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
