'use client';
import { useContext } from 'react';
import { useKit } from '../../theme/useKit.ts';
import { PlacesContext } from './PlacesContext.ts';

/** Whether places in files can be pressed here; where they cannot, no one needs to look for them. */
export function useOpensFiles(): boolean {
  const { onOpenFile, editorLink } = useKit();
  const allowed = useContext(PlacesContext);
  return allowed && (onOpenFile !== undefined || (editorLink ?? '') !== '');
}
