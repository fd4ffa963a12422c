'use client';
import { useMemo } from 'react';
import { useLazy, useLoaded } from '../hooks/lazy.ts';
import type { Messages } from '../language/messages.ts';
import { covering, type Masking, noMasking } from '../masking/masking.ts';
import { isLazy } from '../masking/usualMasking.ts';
import type { KitOf } from './createKit.ts';
import { useKit } from './useKit.ts';

/** Returns the current masking; until the rules have loaded, one that covers. */
export function useMasking(): Masking {
  const { masking } = useKit();
  const loaded = useLazy(isLazy(masking) ? masking : undefined);
  return isLazy(masking) ? (loaded ?? covering) : masking;
}

/** A kit whose masking has its rules, or covers. */
export type SettledKit<Words = unknown> = KitOf<Words> & { readonly masking: Masking };

/** Returns the kit with the current masking and a component's own texts. */
export function useSettledKit<const Words extends Partial<Messages>>(words: Words): SettledKit<Words> {
  const kit = useKit(words);
  const masking = useMasking();
  return useMemo(() => ({ ...kit, masking }), [kit, masking]);
}

/**
 * Returns a value from a log as it may be shown. This is the only way for a log's content into a component: every component that a host can
 * draw passes its texts, calls and events through it or through `useReveal`. The parts inside only draw them, and values inside `Masked`
 * are not masked again. The rules are loaded only once something has to be covered.
 *
 * @param mask masks a value part by part; give the same function each time. Default: masks it as a whole.
 */
export function useMasked<Value>(value: Value, mask = maskWhole<Value>): Value {
  const kit = useKit();
  const masking = kit.isMasked ? noMasking : kit.masking;
  const lazy = isLazy(masking) ? masking : undefined;
  const known = useLoaded(lazy);
  // Once the rules are there, they decide by themselves; what they found is remembered, what is covered is not.
  const isOpen = lazy === undefined || known !== undefined;
  const covered = useMemo(() => (isOpen ? value : mask(covering, value)), [mask, isOpen, value]);
  const loaded = useLazy(covered === value ? undefined : lazy);
  const rules = isLazy(masking) ? (known ?? loaded) : masking;
  return useMemo(() => (rules === undefined ? covered : mask(rules, value)), [mask, rules, covered, value]);
}

function maskWhole<Value>(masking: Masking, value: Value): Value {
  return masking.mask(value);
}
