'use client';
import { type RefObject, useEffect, useState } from 'react';

/** A panel that opens beside its button: Esc closes it, and so does a press or a focus elsewhere. */
export function usePopover(frame: RefObject<HTMLElement | null>): [open: boolean, setOpen: (open: boolean) => void] {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!open || element === null) return undefined;
    const leave = ({ type, target }: Event): void => {
      if (!(target instanceof Node) || element.contains(target)) return;
      // A press on a label or on bare ground inside focuses what is focusable around the whole: that is no way out.
      if (type === 'focusin' && target.contains(element)) return;
      setOpen(false);
    };
    const close = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      // Closing is all that this press does.
      event.stopPropagation();
      setOpen(false);
      element.querySelector('button')?.focus();
    };
    const { ownerDocument } = element;
    ownerDocument.addEventListener('pointerdown', leave);
    ownerDocument.addEventListener('focusin', leave);
    element.addEventListener('keydown', close);
    return () => {
      ownerDocument.removeEventListener('pointerdown', leave);
      ownerDocument.removeEventListener('focusin', leave);
      element.removeEventListener('keydown', close);
    };
  }, [open, frame]);
  return [open, setOpen];
}
