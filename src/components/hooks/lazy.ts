'use client';
import { useSyncExternalStore } from 'react';
import { createStore } from '../../replay/createStore.ts';

/** Something that the kit loads when a component first needs it, and keeps from then on. */
export interface Lazy<Value> {
  /** Loads it, once for all callers. Rejects if loading fails; the next call tries again. */
  readonly load: () => Promise<Value>;
  /** Provides it from the first frame on, also on a server. */
  readonly give: (value: Value) => void;
  /** The current value; undefined until it has loaded. */
  readonly now: () => Value | undefined;
  /** Value of the first frame: only what was provided, because a server does not wait. */
  readonly first: () => Value | undefined;
  /** Loads it and reports when it is there. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Makes a lazy value from its loading function. */
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
      // A value that fails to load stays absent, and its users show what works without it.
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

/** Returns a lazy value if something else has loaded it by now. */
export function useLoaded<Value>(lazy: Lazy<Value> | undefined): Value | undefined {
  const { now, first } = lazy ?? nothing;
  return useSyncExternalStore<Value | undefined>(nothing.subscribe, now, first);
}

/** Loads a lazy value and returns it as soon as it is there; undefined before that, and if there is none to load. */
export function useLazy<Value>(lazy: Lazy<Value> | undefined): Value | undefined {
  const { subscribe, now, first } = lazy ?? nothing;
  return useSyncExternalStore<Value | undefined>(subscribe, now, first);
}
