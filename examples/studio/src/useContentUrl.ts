import type { LoadedSession } from 'agent-replay-kit/loading';
import type { ContentRef } from 'agent-replay-kit/session';
import { useEffect, useMemo } from 'react';
import { contentAddress } from './openedSession';

/** URLs of a session's contents: in memory for a dropped log, beside the session for a served one. */
export function useContentUrl(loaded: LoadedSession | undefined): (content: ContentRef) => string {
  const urls = useMemo(() => {
    const contents = loaded?.contents ?? [];
    return new Map(
      contents.map(({ path, blob }) => [path, URL.createObjectURL(blob.slice(0, blob.size, typeOf(path)))]),
    );
  }, [loaded]);
  useEffect(
    () => () => {
      for (const url of urls.values()) URL.revokeObjectURL(url);
    },
    [urls],
  );
  return ({ path }) => urls.get(path) ?? contentAddress(path);
}

const images = new Set(['png', 'jpg', 'gif', 'webp']);

/** Everything but images is served as text: a page in a log must not run as part of this one. */
function typeOf(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  if (!images.has(extension)) return 'text/plain;charset=utf-8';
  return extension === 'jpg' ? 'image/jpeg' : `image/${extension}`;
}
