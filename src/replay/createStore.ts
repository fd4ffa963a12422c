/** Is told after every change of a store. */
export type StoreListener<Value> = (value: Value, previous: Value) => void;

/** A value that can be read, and that tells who subscribed when another one takes its place. */
export interface Store<Value> {
  readonly get: () => Value;
  /** Takes a value. To set what it holds already tells nobody. */
  readonly set: (value: Value) => void;
  /** Calls back after every change. Returns what ends it. */
  readonly subscribe: (listener: StoreListener<Value>) => () => void;
}

/** Makes a store. It knows nothing of React; `useStore` of the components binds it. */
export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<StoreListener<Value>>();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      const previous = value;
      value = next;
      for (const listener of [...listeners]) listener(next, previous);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
