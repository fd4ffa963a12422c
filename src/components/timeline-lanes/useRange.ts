'use client';
import { useState } from 'react';
import type { SessionRange } from './range.ts';

/** A range that its host may control, as `OpenProps` does for folds. */
export interface SessionRangeProps {
  range?: SessionRange | null | undefined;
  defaultRange?: SessionRange | undefined;
  onRangeChange?: ((range: SessionRange | undefined) => void) | undefined;
}

/** Returns the selected range and the function that changes it. */
export function useRange({
  range,
  defaultRange,
  onRangeChange,
}: SessionRangeProps): [range: SessionRange | undefined, change: (range: SessionRange | undefined) => void] {
  const [remembered, setRemembered] = useState(defaultRange);
  const now = range === undefined ? remembered : (range ?? undefined);
  return [
    now,
    (next) => {
      setRemembered(next);
      onRangeChange?.(next);
    },
  ];
}
