import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { useLazy, useLoaded } from '../hooks/lazy.ts';
import type { Messages } from '../language/messages.ts';
import { covering, type Masking, noMasking } from '../masking/masking.ts';
import { isLazy } from '../masking/usualMasking.ts';
import { createKit, type Kit, type KitOf } from './createKit.ts';
import { KitContext, useKit } from './useKit.ts';

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

const innerKits = new WeakMap<Kit, Kit>();

/** The kit inside a component that has masked its value; the same object for the same kit. */
function insideOf(kit: Kit): Kit {
  if (kit.isMasked) return kit;
  const known = innerKits.get(kit) ?? { ...kit, isMasked: true };
  innerKits.set(kit, known);
  return known;
}

/** Wraps what a component draws of its masked value: no component inside masks it again. */
export function Masked({ children }: { children: ReactNode }): ReactElement {
  return <KitContext.Provider value={insideOf(useKit())}>{children}</KitContext.Provider>;
}

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
