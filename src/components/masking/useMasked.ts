'use client';
import { useMemo } from 'react';
import { useKit } from '../theme/useKit.ts';

/**
 * The one way by which what a log says enters a component: gives it as it may be shown. Every component of the kit takes its
 * texts, calls and events through it, or through `useReveal`.
 */
export function useMasked<Value>(value: Value): Value {
  const { masking } = useKit();
  return useMemo(() => masking.mask(value), [masking, value]);
}
