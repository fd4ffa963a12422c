'use client';
import { useCallback, useEffect, useState } from 'react';

/**
 * A size that the reader chose, in pixels, kept in this browser's storage under a name of the kit's; undefined until it was
 * chosen, and while a server draws. Where nothing may be stored, it lasts as long as the page.
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

/** A host may forbid storage, or have filled it: then nothing is kept. */
function inStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(window.localStorage);
  } catch {
    return undefined;
  }
}
