import { type ReactElement, useState } from 'react';
import type { ContentRef } from '../../session/index.ts';
import { detailWords } from '../language/english/detail.ts';
import { noMasking } from '../masking/masking.ts';
import { masked } from '../masking/usualMasking.ts';
import { useKit } from '../theme/useKit.ts';
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

/** Saves a text as a file for the reader. It is made in the page; nothing is sent anywhere. */
function saveText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By the next turn the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address));
}

/** Returns the function that saves a text as a file, or a value as JSON, masked as it is here. */
export function useSaveText(): (what: string | object, name: string) => Promise<void> {
  const { masking } = useKit();
  return async (what, name) => {
    const text = await masked(masking, what);
    saveText(typeof text === 'string' ? text : `${JSON.stringify(text, null, 2)}\n`, name);
  };
}
