'use client';
import { useSyncExternalStore } from 'react';

const never = (): void => {};
const subscribe = (): (() => void) => never;

/** Whether this is rendered on a server, or while hydrating what a server rendered. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
}
