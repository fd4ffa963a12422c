'use client';
import { useSyncExternalStore } from 'react';
import { createStore } from '../../replay/createStore.ts';

/** Something the kit loads when a component first needs it, and keeps from then on. */
export interface Lazy<Value> {
  /** Loads it, once for all who ask. Rejects where it cannot be loaded; the next who asks tries again. */
  readonly load: () => Promise<Value>;
  /** Has it at hand from the first frame on, on the server too. */
  readonly give: (value: Value) => void;
  /** What is there now; undefined before it is loaded. */
  readonly now: () => Value | undefined;
  /** What the first frame has: only what was given, because a server waits for nothing. */
  readonly first: () => Value | undefined;
  /** Loads it, and tells when it is there. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Makes a lazy value out of the way to load it. */
export function createLazy<Value>(fetch: () => Promise<Value>): Lazy<Value> {
  const loaded = createStore<Value | undefined>(undefined);
  let given: Value | undefined;
  let loading: Promise<Value> | undefined;
  const keep = (value: Value): Value => {
    loaded.set(value);
    return value;
  };
  const load = (): Promise<Value> => {
    const known = loaded.get();
    if (known !== undefined) return Promise.resolve(known);
    loading ??= fetch()
      .then(keep)
      .finally(() => {
        loading = undefined;
      });
    return loading;
  };
  return {
    load,
    give: (value) => {
      given = value;
      keep(value);
    },
    now: loaded.get,
    first: () => given,
    subscribe: (listener) => {
      const end = loaded.subscribe(listener);
      // What cannot be loaded stays away: whoever draws shows what needs none of it.
      if (loaded.get() === undefined) load().catch(() => undefined);
      return end;
    },
  };
}

const nothing: Pick<Lazy<never>, 'subscribe' | 'now' | 'first'> = {
  subscribe: () => () => undefined,
  now: () => undefined,
  first: () => undefined,
};

/** Gives a lazy value as soon as it is there, and has it loaded; undefined before, and where there is none to load. */
export function useLazy<Value>(lazy: Lazy<Value> | undefined): Value | undefined {
  const { subscribe, now, first } = lazy ?? nothing;
  return useSyncExternalStore<Value | undefined>(subscribe, now, first);
}
