import type { EmbeddedContent } from '../export/index.ts';
import type { ContentRef } from '../session/index.ts';

/** Gives each embedded content an address of this page's own; undefined for what was not embedded. */
export function createContentUrls(contents: readonly EmbeddedContent[]): (content: ContentRef) => string | undefined {
  const embedded = new Map(contents.map((content) => [content.path, content]));
  const urls = new Map<string, string>();
  return ({ path }) => {
    const content = embedded.get(path);
    if (content === undefined) return undefined;
    const known = urls.get(path);
    if (known !== undefined) return known;
    const url = URL.createObjectURL(new Blob([decodeBase64(content.base64)], { type: content.mediaType }));
    urls.set(path, url);
    return url;
  };
}

/** By a loop: a function called for each byte blocks the page for a second where there are ten million. */
function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
  return bytes;
}
