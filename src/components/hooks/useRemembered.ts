import { useCallback, useEffect, useState } from 'react';

/** Where the choices of a reader are kept: `localStorage`, `sessionStorage`, or something of the host's like them. */
export interface ChoiceStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem?(key: string): void;
}

/** Keeps nothing. */
export const noStorage: ChoiceStorage = { getItem: () => null, setItem: () => undefined };

/** The storage of this browser; asked for at each use, because a server has none. */
const browser: ChoiceStorage = {
  getItem: (key) => window.localStorage.getItem(key),
  setItem: (key, value) => window.localStorage.setItem(key, value),
  removeItem: (key) => window.localStorage.removeItem(key),
};

/**
 * What the reader chose, stored as `agent-replay-kit:<name>`; undefined until it was chosen, in the first frame, and on a server. If the
 * storage is not available, it lasts as long as the component. `parse` reads what is stored, and returns undefined for anything else; give
 * the same function again.
 */
export function useRemembered<Choice extends string | number>(
  name: string,
  parse: (kept: string) => Choice | undefined,
  storage = browser,
): [chosen: Choice | undefined, remember: (choice: Choice | undefined) => void] {
  const key = `agent-replay-kit:${name}`;
  const [chosen, setChosen] = useState<Choice>();
  useEffect(() => {
    const kept = attempt(() => storage.getItem(key));
    if (typeof kept === 'string') setChosen((now) => now ?? parse(kept));
  }, [key, parse, storage]);
  const remember = useCallback(
    (choice: Choice | undefined): void => {
      setChosen(choice);
      attempt(() => (choice === undefined ? storage.removeItem?.(key) : storage.setItem(key, String(choice))));
    },
    [key, storage],
  );
  return [chosen, remember];
}

/** Reads one of these words. */
export function oneOf<Word extends string>(words: readonly Word[]): (kept: string) => Word | undefined {
  return (kept) => words.find((word) => word === kept);
}

/** Reads a size in pixels. */
export function toPx(kept: string): number | undefined {
  const px = Number(kept);
  return Number.isFinite(px) && px > 0 ? px : undefined;
}

/** Storage may be forbidden or full: then nothing is kept. */
function attempt<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
