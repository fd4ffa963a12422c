'use client';
import { useMemo } from 'react';
import { noMasking } from '../masking/masking.ts';
import { useMasking } from '../masking/useMasked.ts';
import { useKit } from '../theme/useKit.ts';
import { readAtOnce } from './readAtOnce.ts';
import { useInSteps } from './useInSteps.ts';

/**
 * A text with its secrets masked; nothing while a long one is looked through. What was fetched is masked also where a component
 * around has masked the rest.
 */
export function useMaskedText(text: string, isFetched: boolean): string | undefined {
  const { isMasked } = useKit();
  const rules = useMasking();
  const masking = isMasked && !isFetched ? noMasking : rules;
  const short = text.length <= readAtOnce || masking === noMasking;
  const now = useMemo(() => (short ? masking.mask(text) : undefined), [short, masking, text]);
  const later = useInSteps(short ? undefined : text, masking.maskInSteps);
  return now ?? later;
}
