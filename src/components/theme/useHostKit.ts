'use client';
import { useMemo } from 'react';
import { english } from '../language/english.ts';
import type { Messages } from '../language/messages.ts';
import { type SettledKit, useSettledKit } from './useMasked.ts';

/** What holds where a component of the host's is drawn. */
export interface HostKit extends Omit<SettledKit<typeof english>, 'texts' | 'catalogues'> {
  /** Every text of the kit, in the language that is spoken. */
  readonly messages: Messages;
}

/** Gives language, texts, formatters, masks, theme and motion that hold here, for components of the host's own. */
export function useHostKit(): HostKit {
  const kit = useSettledKit(english);
  return useMemo(() => ({ ...kit, messages: { ...english, ...kit.texts } }), [kit]);
}
