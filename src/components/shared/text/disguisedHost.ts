const looksLikeAddress = /^(?:https?:\/\/)?([a-z0-9-]+(?:\.[a-z0-9-]+){1,8})(?:[/:?#]|$)/i;

/** The host a link really leads to, where its text names another one: `[bank.com](https://evil.example)`. */
export function disguisedHost(linkText: string, url: URL): string | undefined {
  const claimed = looksLikeAddress.exec(linkText.trim())?.[1]?.toLowerCase();
  if (claimed === undefined) return undefined;
  const bare = (host: string): string => host.replace(/^www\./, '');
  return bare(claimed) === bare(url.hostname) ? undefined : url.hostname;
}
