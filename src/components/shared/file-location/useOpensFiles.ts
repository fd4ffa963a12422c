'use client';
import { useContext } from 'react';
import { useKit } from '../../theme/useKit.ts';
import { PlacesContext } from './PlacesContext.ts';

/** Whether file locations are pressable here; if not, they need not be searched for. */
export function useOpensFiles(): boolean {
  const { onOpenFile, editorLink } = useKit();
  const allowed = useContext(PlacesContext);
  return allowed && (onOpenFile !== undefined || (editorLink ?? '') !== '');
}
