/** Called after every change of a store. */
export type StoreListener<Value> = (value: Value, previous: Value) => void;

/** A readable value that notifies its subscribers when it is replaced. */
export interface Store<Value> {
  readonly get: () => Value;
  /** Sets the value. Setting the current value again notifies nobody. */
  readonly set: (value: Value) => void;
  /** Calls back after every change. Returns a function that unsubscribes. */
  readonly subscribe: (listener: StoreListener<Value>) => () => void;
}

/** Creates a store. It does not depend on React; `useStore` of the components binds it. */
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
