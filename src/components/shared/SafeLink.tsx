'use client';

import type { ReactElement, ReactNode } from 'react';
import { LogText } from './LogText.tsx';
import { safeUrl } from './text/safeUrl.ts';

const looksLikeAddress = /^(?:https?:\/\/)?([a-z0-9-]+(?:\.[a-z0-9-]+){1,8})(?:[/:?#]|$)/i;

/** The host a link really leads to, where its text names another one: `[bank.com](https://evil.example)`. */
export function disguisedHost(linkText: string, url: URL): string | undefined {
  const claimed = looksLikeAddress.exec(linkText.trim())?.[1]?.toLowerCase();
  if (claimed === undefined) return undefined;
  const bare = (host: string): string => host.replace(/^www\./, '');
  return bare(claimed) === bare(url.hostname) ? undefined : url.hostname;
}

/** Props of {@link SafeLink}. */
interface SafeLinkProps {
  href: string;
  /** The text of the link as plain text, to compare with where it leads. */
  text: string;
  children: ReactNode;
}

/**
 * A link from a log: absolute http and https addresses open in a new tab and are told nothing of the page. Any other
 * address stays text, and is shown; so is the host of a link whose text names another one.
 */
export function SafeLink({ href, text, children }: SafeLinkProps): ReactElement {
  const url = safeUrl(href);
  if (url === undefined) {
    return (
      <>
        {children}
        {href === '' || href === text ? null : (
          <span className="ark-prose__address">
            {' '}
            (<LogText text={href} />)
          </span>
        )}
      </>
    );
  }
  const host = disguisedHost(text, url);
  return (
    <>
      <a className="ark-link" href={url.href} title={url.href} target="_blank" rel="noreferrer noopener">
        {children}
      </a>
      {host === undefined ? null : <span className="ark-prose__address"> ({host})</span>}
    </>
  );
}
