'use client';
import { masked } from '../masking/usualMasking.ts';
import { useKit } from './useKit.ts';

/** Gives a text to the reader as a file. It is made here, and nothing is sent anywhere. */
function saveText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address));
}

/** Gives the function that saves a text as a file, as it may be shown here. */
export function useSaveText(): (text: string, name: string) => Promise<void> {
  const { masking } = useKit();
  return async (text, name) => saveText(await masked(masking, text), name);
}
