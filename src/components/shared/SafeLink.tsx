import type { ReactElement, ReactNode } from 'react';
import { LogText } from './LogText.tsx';

const looksLikeAddress = /^(?:https?:\/\/)?([a-z0-9-]+(?:\.[a-z0-9-]+){1,8})(?:[/:?#]|$)/i;

/** The host that a link leads to, if its text names another one: `[bank.com](https://evil.example)`. */
export function disguisedHost(linkText: string, url: URL): string | undefined {
  const claimed = looksLikeAddress.exec(linkText.trim())?.[1]?.toLowerCase();
  if (claimed === undefined) return undefined;
  const bare = (host: string): string => host.replace(/^www\./, '');
  return bare(claimed) === bare(url.hostname) ? undefined : url.hostname;
}

interface SafeLinkProps {
  href: string;
  /** The text of the link as plain text, to compare with its address. */
  text: string;
  children: ReactNode;
}

/**
 * A link from a log. Absolute http and https addresses open in a new tab, without a referrer or access to the page. Any other address stays
 * visible text. If the text names another host than the address, the real host is shown as well.
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

/** The address of a link from a log if it is an absolute http or https one, else undefined. */
export function safeUrl(text: string): URL | undefined {
  if (!/^https?:\/\//i.test(text)) return undefined;
  try {
    const url = new URL(text);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
  } catch {
    return undefined;
  }
}
