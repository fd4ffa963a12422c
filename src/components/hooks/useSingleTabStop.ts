'use client';
import { useEffect } from 'react';

const controls = 'a[href], button, summary, [tabindex]';

/**
 * Makes the list one stop of the Tab key: what can be focused inside a row is reached from that row alone. Rows fill
 * themselves late, with links and buttons of their own, so the document is watched rather than each of them told.
 */
export function useSingleTabStop(room: HTMLElement | null, activeRow: number): void {
  useEffect(() => {
    if (room === null) return undefined;
    const setStops = (element: Element): void => {
      const tabIndex = element.getAttribute('data-row') === String(activeRow) ? 0 : -1;
      for (const control of element.querySelectorAll<HTMLElement>(controls)) control.tabIndex = tabIndex;
    };
    for (const row of room.querySelectorAll(':scope > [data-row]')) setStops(row);
    const observer = new MutationObserver((records) => {
      const changed = new Set<Element>();
      for (const { target, addedNodes } of records) {
        for (const node of target === room ? addedNodes : [target]) {
          const row = node instanceof Element ? node.closest('[data-row]') : null;
          if (row !== null) changed.add(row);
        }
      }
      for (const row of changed) setStops(row);
    });
    observer.observe(room, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [room, activeRow]);
}
