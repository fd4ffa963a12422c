import type { EmbeddedContent } from '../export/index.ts';
import type { ContentRef } from '../session/index.ts';
import { rangeInSession } from '../session/internal.ts';

/** The contents of a session (long texts, attachments), as its page can get them. */
export interface PageContents {
  /** The URL of a content; undefined where the page has none. */
  contentUrl(content: ContentRef): string | undefined;
  /** The text of a content. Rejects where it cannot be fetched. */
  load(content: ContentRef): Promise<string>;
}

/** Contents embedded in the page: each gets an object URL when it is first asked for. */
export function embeddedContents(contents: readonly EmbeddedContent[]): PageContents {
  const embedded = new Map(contents.map((content) => [content.path, content]));
  const urls = new Map<string, string>();
  return {
    contentUrl({ path }) {
      const content = embedded.get(path);
      if (content === undefined) return undefined;
      const known = urls.get(path);
      if (known !== undefined) return known;
      const url = URL.createObjectURL(new Blob([decodeBase64(content.base64)], { type: content.mediaType }));
      urls.set(path, url);
      return url;
    },
    async load({ path }) {
      const content = embedded.get(path);
      if (content === undefined) throw new Error(`${path} is too long to stand in this page.`);
      return new TextDecoder().decode(decodeBase64(content.base64));
    },
  };
}

/** Contents below a URL, each under its name, fetched when they are asked for. A text within the session file has no address of its own. */
export function servedContents(address: string): PageContents {
  const urlOf = ({ path }: ContentRef): string =>
    `${address}${encodeURIComponent(path.slice(path.lastIndexOf('/') + 1))}`;
  return {
    contentUrl: (content) => (rangeInSession(content) === undefined ? urlOf(content) : undefined),
    async load(content) {
      const answer = await fetch(urlOf(content));
      if (!answer.ok) throw new Error(`${content.path}: ${answer.status} ${answer.statusText}`);
      return answer.text();
    },
  };
}

/** Uses a loop: a function called for each byte blocks the page for a second at ten million bytes. */
function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  const characters = atob(base64);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
  return bytes;
}
