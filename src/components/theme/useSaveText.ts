'use client';
import { masked } from '../masking/usualMasking.ts';
import { useKit } from './useKit.ts';

/** Saves a text as a file for the reader. It is made in the page; nothing is sent anywhere. */
function saveText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By the next turn the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address));
}

/** Returns the function that saves a text as a file, or a value as JSON, masked as it is here. */
export function useSaveText(): (what: string | object, name: string) => Promise<void> {
  const { masking } = useKit();
  return async (what, name) => {
    const text = await masked(masking, what);
    saveText(typeof text === 'string' ? text : `${JSON.stringify(text, null, 2)}\n`, name);
  };
}
