import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';

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

/** A layout effect; on a server, where React 18 warns about those, an effect that never runs. */
export const useBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect;
