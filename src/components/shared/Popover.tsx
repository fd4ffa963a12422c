import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { targetOf } from '../hooks/acrossShadows.ts';
import { useRoom } from '../hooks/useRoom.ts';
import type { IconName } from '../icons/iconShapes.ts';
import { ActionButton } from './ActionButton.tsx';
import { joinClasses } from './joinClasses.ts';

/** Props of {@link Popover}. */
export interface PopoverProps {
  /** Name of the button, and of the panel unless the panel has its own. */
  label: string;
  icon: IconName;
  /** Class of the panel, for its layout. */
  className: string;
  /** What the panel holds: controls, named inside by a `legend`, or text that scrolls and must be reachable by keyboard. */
  holds: 'controls' | 'text';
  /** Content of the panel; called while it is open, with the function that closes it. */
  children: (close: () => void) => ReactNode;
}

/** A button and the panel that opens below it. Esc closes the panel, and so does a press or a focus outside. */
export function Popover({ label, icon, className, holds, children }: PopoverProps): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useOpenUntilLeft(frame);
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  useRoom(panel, 'below');
  const close = (): void => {
    setOpen(false);
    frame.current?.querySelector('button')?.focus();
  };
  const classes = joinClasses('ark-popover__panel', className);
  return (
    <div ref={frame} className="ark-popover">
      <ActionButton look="icon" icon={icon} label={label} aria-expanded={open} onClick={() => setOpen(!open)} />
      {!open ? null : holds === 'controls' ? (
        <fieldset ref={setPanel} className={classes}>
          {children(close)}
        </fieldset>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so the keyboard must reach it
        <section ref={setPanel} className={classes} aria-label={label} tabIndex={0}>
          {children(close)}
        </section>
      )}
    </div>
  );
}

function useOpenUntilLeft(frame: RefObject<HTMLElement | null>): [open: boolean, setOpen: (open: boolean) => void] {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!open || element === null) return undefined;
    const leave = (event: Event): void => {
      const target = targetOf(event);
      if (!(target instanceof Node) || element.contains(target)) return;
      // A press on a label or on an empty area inside focuses the nearest focusable ancestor, which may lie outside: this must not close
      // the panel.
      if (event.type === 'focusin' && target.contains(element)) return;
      setOpen(false);
    };
    const close = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      // This press only closes the panel, and not the dialog of a host around it.
      event.preventDefault();
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
