import { useEffect } from 'react';

const controls = 'a[href], button, summary, [tabindex]';

/**
 * Makes the list a single Tab stop: controls inside a row can be reached only from that row. Rows add links and buttons late, so the
 * document is observed instead of each row reporting them.
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
