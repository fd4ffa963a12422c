'use client';

import { useSyncExternalStore } from 'react';

/** A value that changes too often for React to know of each change: what depends on it is told, and draws by itself. */
export interface Cell<Value> {
  get(): Value;
  set(value: Value): void;
  /** Calls back after every change. Returns what ends it. */
  subscribe(listener: () => void): () => void;
}

/** Makes a cell; setting what it holds already tells nobody. */
export function createCell<Value>(initial: Value): Cell<Value> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value of a cell; the component renders again with each change. */
export function useCell<Value>(cell: Cell<Value>): Value {
  return useSyncExternalStore(cell.subscribe, cell.get, cell.get);
}
