'use client';
import { useCallback, useEffect, useState } from 'react';

/** Where the choices of a reader are kept: `localStorage`, `sessionStorage`, or something of the host's like them. */
export interface ChoiceStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/** Options of {@link useChoice}. */
export interface ChoiceOptions<Choice extends string> {
  /** Storage given by the host; without it, a choice lasts as long as the component. */
  storage: ChoiceStorage | undefined;
  /** Name under which it is kept, after `agent-replay-kit:`. */
  name: string;
  /** What there is to choose from; anything else that is found in the storage is not used. @default any text */
  choices?: readonly Choice[] | undefined;
  /** The choice of a reader who has not chosen, and of the first frame: a server has no storage. */
  usual: Choice;
}

/** A choice of the reader, and the function that changes it; kept in the host's storage from one visit to the next. */
export function useChoice<Choice extends string>(options: ChoiceOptions<Choice>): [Choice, (choice: Choice) => void] {
  const { storage, name, choices, usual } = options;
  const key = `agent-replay-kit:${name}`;
  const [chosen, setChosen] = useState<Choice>();
  const offered = choices?.join('\n');
  useEffect(() => {
    const kept = inStorage(storage, (each) => each.getItem(key));
    if (kept == null || (offered !== undefined && !offered.split('\n').includes(kept))) return;
    setChosen((now) => now ?? (kept as Choice));
  }, [storage, key, offered]);
  const choose = useCallback(
    (choice: Choice): void => {
      setChosen(choice);
      inStorage(storage, (each) => each.setItem(key, choice));
    },
    [storage, key],
  );
  return [chosen ?? usual, choose];
}

/** A storage may be forbidden or full: then nothing is kept. */
function inStorage<Value>(
  storage: ChoiceStorage | undefined,
  use: (storage: ChoiceStorage) => Value,
): Value | undefined {
  try {
    return storage && use(storage);
  } catch {
    return undefined;
  }
}
