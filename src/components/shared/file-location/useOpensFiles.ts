'use client';
import { createContext, useContext } from 'react';
import { useKit } from '../../theme/useKit.ts';

/** Whether file locations are pressable here; if not, they need not be searched for. */
export function useOpensFiles(): boolean {
  const { onOpenFile, editorLink } = useKit();
  const allowed = useContext(PlacesContext);
  return allowed && (onOpenFile !== undefined || (editorLink ?? '') !== '');
}

/** Whether file locations may be pressable here; not inside a link, which is itself pressable. */
export const PlacesContext = createContext(true);
