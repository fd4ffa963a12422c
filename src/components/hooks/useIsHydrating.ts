'use client';
import { useSyncExternalStore } from 'react';

const never = (): void => {};
const subscribe = (): (() => void) => never;

/** Whether this is drawn on a server, or is taking over what a server has drawn. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
}
