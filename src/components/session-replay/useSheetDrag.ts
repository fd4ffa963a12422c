'use client';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

/** Heights of the sheet in pixels; dragged below the least, it closes. */
const leastPx = 160;
const closesBelowPx = 120;
const stepPx = 48;
/** A press that moves less than this is not a drag, in pixels. */
const slackPx = 4;

/** Props for the grip of the sheet. */
export interface SheetDragOptions {
  heightPx: number;
  mostPx: () => number;
  onHeight: (px: number) => void;
  onClose: () => void;
}

/** Resizes the sheet by its grip, with the pointer or the arrow keys; it closes when dragged far down, or pressed. */
export function useSheetDrag({ heightPx, mostPx, onHeight, onClose }: SheetDragOptions): {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
} {
  const drag = useRef<{ readonly y: number; readonly heightPx: number; moved: boolean } | undefined>(undefined);
  const resize = (px: number): void => onHeight(Math.min(mostPx(), Math.max(0, px)));
  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { y: event.clientY, heightPx, moved: false };
    },
    onPointerMove(event) {
      const now = drag.current;
      if (now === undefined) return;
      const by = now.y - event.clientY;
      if (Math.abs(by) > slackPx) now.moved = true;
      if (now.moved) resize(now.heightPx + by);
    },
    onPointerUp() {
      const now = drag.current;
      drag.current = undefined;
      if (now === undefined) return;
      if (!now.moved || heightPx < closesBelowPx) {
        onHeight(now.heightPx);
        onClose();
      } else if (heightPx < leastPx) onHeight(leastPx);
    },
    onPointerCancel() {
      if (drag.current !== undefined) onHeight(drag.current.heightPx);
      drag.current = undefined;
    },
    onKeyDown(event) {
      const by = event.key === 'ArrowUp' ? stepPx : event.key === 'ArrowDown' ? -stepPx : 0;
      if (by !== 0) {
        event.preventDefault();
        resize(Math.max(leastPx, heightPx + by));
      } else if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        onClose();
      }
    },
  };
}
