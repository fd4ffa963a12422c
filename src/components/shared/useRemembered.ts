'use client';
import { useCallback, useEffect, useState } from 'react';

/**
 * A size that the reader chose, in pixels, stored in this browser under one of the kit's names; undefined until it was chosen, and on a
 * server. If storage is not available, it lasts as long as the page.
 */
export function useRemembered(name: string): [px: number | undefined, remember: (px: number | undefined) => void] {
  const key = `agent-replay-kit:${name}`;
  const [px, setPx] = useState<number>();
  useEffect(() => {
    const kept = Number(inStorage((storage) => storage.getItem(key)));
    if (Number.isFinite(kept) && kept > 0) setPx(kept);
  }, [key]);
  const remember = useCallback(
    (next: number | undefined): void => {
      setPx(next);
      inStorage((storage) => (next === undefined ? storage.removeItem(key) : storage.setItem(key, String(next))));
    },
    [key],
  );
  return [px, remember];
}

/** Storage may be forbidden or full: then nothing is stored. */
function inStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(window.localStorage);
  } catch {
    return undefined;
  }
}
