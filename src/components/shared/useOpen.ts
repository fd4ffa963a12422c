'use client';
import { useState } from 'react';

/** A fold that its host may control: with `open` the host decides, without it the component remembers. */
export interface OpenProps {
  /** Whether it is unfolded; leave it out to let the component remember. */
  open?: boolean | undefined;
  /** Whether it is unfolded at first, if the component remembers. @default false */
  defaultOpen?: boolean | undefined;
  /** Called when the reader folds or unfolds it. */
  onOpenChange?: ((open: boolean) => void) | undefined;
}

/** Returns the state of a fold and the function that toggles it. */
export function useOpen({ open, defaultOpen = false, onOpenChange }: OpenProps): [open: boolean, toggle: () => void] {
  const [remembered, setRemembered] = useState(defaultOpen);
  const now = open ?? remembered;
  const toggle = (): void => {
    setRemembered(!now);
    onOpenChange?.(!now);
  };
  return [now, toggle];
}
