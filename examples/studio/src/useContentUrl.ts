import type { LoadedSession } from 'agent-replay-kit/loading';
import type { ContentRef } from 'agent-replay-kit/session';
import { useEffect, useMemo } from 'react';

/** Where the contents of a session are: in memory for a log that was dropped, beside the session for one that is served. */
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
  return ({ path }) => urls.get(path) ?? `sessions/${path.split('/').map(encodeURIComponent).join('/')}`;
}

const images = new Set(['png', 'jpg', 'gif', 'webp']);

/** Text unless it is an image: a page made by a log must not run as part of this one. */
function typeOf(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  if (!images.has(extension)) return 'text/plain;charset=utf-8';
  return extension === 'jpg' ? 'image/jpeg' : `image/${extension}`;
}
