'use client';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { noMasking } from '../masking/masking.ts';
import { isLazy } from '../masking/usualMasking.ts';
import { createKit, type Kit } from './createKit.ts';
import { KitContext, useKit } from './useKit.ts';
import { useMasked } from './useMasked.ts';

/** The reader's choice to reveal one masked value. */
export interface Reveal {
  readonly revealed: boolean;
  readonly toggle: () => void;
}

/** The value as it is shown now. */
export interface Revealable<Value> {
  readonly shown: Value;
  /** Kit for the components inside: where a value is revealed, they mask nothing of it. */
  readonly kit: Kit;
  /** Absent if nothing was masked, or if the host forbids revealing. */
  readonly reveal: Reveal | undefined;
}

/** Masks a value, and reveals only this one when the reader asks for it; a value that replaces it is masked again. */
export function useReveal<Value>(value: Value): Revealable<Value> {
  return useRevealOf(value, useMasked(value));
}

/** Like `useReveal`, for a value that was masked elsewhere; `masked` is absent while that is under way. */
export function useRevealOf<Value, Masked extends Value | undefined>(
  value: Value,
  masked: Masked,
): Revealable<Value | Masked> {
  const kit = useKit();
  const [wish, setWish] = useState<{ readonly value: Value }>();
  const isCovered = isLazy(kit.masking) && kit.masking.now() === undefined;
  // A value that is merely covered may hold no secret at all.
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

const insides = new WeakMap<Kit, Kit>();

/** The kit inside a component that has masked its value; the same object for the same kit. */
function insideOf(kit: Kit): Kit {
  if (kit.isMasked) return kit;
  const known = insides.get(kit) ?? { ...kit, isMasked: true };
  insides.set(kit, known);
  return known;
}

/** Wraps what a component draws of its masked value: no component inside masks it again. */
export function Masked({ children }: { children: ReactNode }): ReactElement {
  return <KitContext.Provider value={insideOf(useKit())}>{children}</KitContext.Provider>;
}
