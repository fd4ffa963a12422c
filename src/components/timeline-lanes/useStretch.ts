'use client';
import { useState } from 'react';
import type { Stretch } from './stretch.ts';

/** A stretch that its host may steer, as `OpenProps` has it for folds. */
export interface StretchChoice {
  stretch?: Stretch | null | undefined;
  defaultStretch?: Stretch | undefined;
  onStretchChange?: ((stretch: Stretch | undefined) => void) | undefined;
}

/** Gives the selected stretch, and the function that changes it. */
export function useStretch({
  stretch,
  defaultStretch,
  onStretchChange,
}: StretchChoice): [stretch: Stretch | undefined, change: (stretch: Stretch | undefined) => void] {
  const [remembered, setRemembered] = useState(defaultStretch);
  const now = stretch === undefined ? remembered : (stretch ?? undefined);
  return [
    now,
    (next) => {
      setRemembered(next);
      onStretchChange?.(next);
    },
  ];
}
