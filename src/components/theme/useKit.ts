'use client';
import { useContext } from 'react';
import { KitContext } from './KitContext.ts';
import type { Kit } from './kit.ts';

/** Gives the language, formatters, theme and motion that hold here. */
export function useKit(): Kit {
  return useContext(KitContext);
}
