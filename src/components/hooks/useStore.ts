import { useSyncExternalStore } from 'react';
import type { Store } from '../../replay/createStore.ts';

type Readable<Value> = Pick<Store<Value>, 'get' | 'subscribe'>;

/**
 * The value of a store, or a value selected from it; the component renders again when that changes.
 *
 * @param select must return the identical value, not just an equal one, for the same state.
 */
export function useStore<Value>(store: Readable<Value>): Value;
export function useStore<Value, Selected>(store: Readable<Value>, select: (value: Value) => Selected): Selected;
export function useStore(store: Readable<unknown>, select = (value: unknown): unknown => value): unknown {
  const read = (): unknown => select(store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}
