'use client';
import { useMemo } from 'react';
import { useLazy } from '../hooks/lazy.ts';
import type { Messages } from '../language/messages.ts';
import { covering, type Masking, noMasking } from '../masking/masking.ts';
import { isLazy } from '../masking/usualMasking.ts';
import type { KitOf } from './kit.ts';
import { useKit } from './useKit.ts';

/** Gives the masking that holds here; one that covers, until the rules are there. */
export function useMasking(): Masking {
  const { masking } = useKit();
  const loaded = useLazy(isLazy(masking) ? masking : undefined);
  return isLazy(masking) ? (loaded ?? covering) : masking;
}

/** A kit whose rules are there, or cover. */
export type SettledKit<Words = unknown> = KitOf<Words> & { readonly masking: Masking };

/** Gives the kit with the masking that holds here, and with a component's own words. */
export function useSettledKit<const Words extends Partial<Messages>>(words: Words): SettledKit<Words> {
  const kit = useKit(words);
  const masking = useMasking();
  return useMemo(() => ({ ...kit, masking }), [kit, masking]);
}

/**
 * The one way by which what a log says enters a component: gives it as it may be shown. Every component that a host can draw
 * takes its texts, calls and events through it, or through `useReveal`; the parts it is made of only draw them, and what stands
 * inside `Masked` is not masked again. The rules are loaded only where something has to be covered.
 */
export function useMasked<Value>(value: Value): Value {
  const kit = useKit();
  const masking = kit.isMasked ? noMasking : kit.masking;
  const lazy = isLazy(masking) ? masking : undefined;
  const covered = useMemo(() => (lazy === undefined ? value : covering.mask(value)), [lazy, value]);
  const loaded = useLazy(covered === value ? undefined : lazy);
  const rules = isLazy(masking) ? loaded : masking;
  return useMemo(() => (rules === undefined ? covered : rules.mask(value)), [rules, covered, value]);
}
