'use client';
import { useMemo } from 'react';
import { english } from '../language/english.ts';
import type { Messages } from '../language/messages.ts';
import { type SettledKit, useSettledKit } from './useMasked.ts';

/** The kit's settings at the place of a host's component. */
export interface HostKit extends Omit<SettledKit<typeof english>, 'texts' | 'catalogues'> {
  /** Every text of the kit, in the current language. */
  readonly messages: Messages;
}

/** Returns the current language, texts, formatters, masks, theme and motion, for components of the host. */
export function useHostKit(): HostKit {
  const kit = useSettledKit(english);
  return useMemo(() => ({ ...kit, messages: { ...english, ...kit.texts } }), [kit]);
}
