'use client';
import { useMemo, useState } from 'react';
import { noMasking } from '../masking/masking.ts';
import { isLazy } from '../masking/usualMasking.ts';
import { createKit } from './createKit.ts';
import type { Kit } from './kit.ts';
import { insideOf } from './Masked.tsx';
import { useKit } from './useKit.ts';
import { useMasked } from './useMasked.ts';

/** The reader's wish to see what was masked in one place. */
export interface Reveal {
  readonly revealed: boolean;
  readonly toggle: () => void;
}

/** A value as it is shown now. */
export interface Revealable<Value> {
  readonly shown: Value;
  /** What holds for the components inside: where a value is revealed, they mask nothing of it. */
  readonly kit: Kit;
  /** Absent where nothing was masked, and where the host forbids to reveal. */
  readonly reveal: Reveal | undefined;
}

/** Masks a value, and unmasks this one alone when the reader asks for it; another value in its place is masked again. */
export function useReveal<Value>(value: Value): Revealable<Value> {
  return useRevealOf(value, useMasked(value));
}

/** As `useReveal`, for a value that was masked elsewhere; `masked` is absent while it is. */
export function useRevealOf<Value, Masked extends Value | undefined>(
  value: Value,
  masked: Masked,
): Revealable<Value | Masked> {
  const kit = useKit();
  const [wish, setWish] = useState<{ readonly value: Value }>();
  const isCovered = isLazy(kit.masking) && kit.masking.now() === undefined;
  // What is only covered may hold no secret at all.
  const can = kit.reveal === 'allowed' && masked !== undefined && masked !== value && !isCovered;
  const revealed = can && wish?.value === value;
  const inner = useMemo(
    () => (revealed ? createKit({}, kit, { masking: noMasking, isMasked: true }) : insideOf(kit)),
    [revealed, kit],
  );
  return {
    shown: revealed ? value : masked,
    kit: inner,
    reveal: can ? { revealed, toggle: () => setWish(revealed ? undefined : { value }) } : undefined,
  };
}
