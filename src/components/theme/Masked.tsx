'use client';
import type { ReactElement, ReactNode } from 'react';
import type { Kit } from './kit.ts';
import { KitContext, useKit } from './useKit.ts';

const insides = new WeakMap<Kit, Kit>();

/** The kit inside a component that has masked its value; the same object for the same kit. */
export function insideOf(kit: Kit): Kit {
  if (kit.isMasked) return kit;
  const known = insides.get(kit) ?? { ...kit, isMasked: true };
  insides.set(kit, known);
  return known;
}

/** Wraps what a component draws of its masked value: no component inside masks it again. */
export function Masked({ children }: { children: ReactNode }): ReactElement {
  return <KitContext.Provider value={insideOf(useKit())}>{children}</KitContext.Provider>;
}
