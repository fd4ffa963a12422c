'use client';
import { useSyncExternalStore } from 'react';
import type { Cell } from './createCell.ts';

/** The value of a cell; the component renders again with each change. */
export function useCell<Value>(cell: Cell<Value>): Value {
  return useSyncExternalStore(cell.subscribe, cell.get, cell.get);
}
