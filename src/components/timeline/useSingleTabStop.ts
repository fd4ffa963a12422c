'use client';
import { useEffect } from 'react';
import { rowElements } from './measureRows.ts';

const controls = 'a[href], button, summary, [tabindex]';

/**
 * Makes the list one stop of the Tab key: what can be focused inside a row is reached from that row alone. Rows fill
 * themselves late, with links and buttons of their own, so the document is watched rather than each of them told.
 */
export function useSingleTabStop(room: HTMLElement | null, activeRow: number): void {
  useEffect(() => {
    if (room === null) return undefined;
    const ordain = (): void => {
      for (const [row, element] of rowElements(room)) {
        const tabIndex = row === activeRow ? 0 : -1;
        for (const control of element.querySelectorAll<HTMLElement>(controls)) control.tabIndex = tabIndex;
      }
    };
    ordain();
    const observer = new MutationObserver(ordain);
    observer.observe(room, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [room, activeRow]);
}
