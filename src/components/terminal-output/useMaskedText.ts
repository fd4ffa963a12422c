'use client';
import { useMemo } from 'react';
import { useMasking } from '../masking/useMasked.ts';
import { readAtOnce } from './readAtOnce.ts';
import { useInSteps } from './useInSteps.ts';

/** A text with its secrets masked; nothing while a long one is looked through. */
export function useMaskedText(text: string): string | undefined {
  const masking = useMasking();
  const short = text.length <= readAtOnce;
  const now = useMemo(() => (short ? masking.mask(text) : undefined), [short, masking, text]);
  const later = useInSteps(short ? undefined : text, masking.maskInSteps);
  return now ?? later;
}
