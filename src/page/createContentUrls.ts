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
    const bytes = Uint8Array.from(atob(content.base64), (character) => character.charCodeAt(0));
    const url = URL.createObjectURL(new Blob([bytes], { type: content.mediaType }));
    urls.set(path, url);
    return url;
  };
}
