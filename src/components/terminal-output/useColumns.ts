'use client';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { ListImperativeAPI } from 'react-window';

/** Columns before the list was measured: none is narrower. */
const fewest = 40;
/** What the list keeps free at both sides, in pixels. */
const insetPx = 32;

/** Width of one column in the element's face, in pixels. */
function columnWidth(element: HTMLElement): number {
  const probe = document.createElement('span');
  probe.textContent = '0'.repeat(100);
  probe.style.cssText = 'position:absolute;visibility:hidden;white-space:pre';
  element.append(probe);
  const width = probe.getBoundingClientRect().width / 100;
  probe.remove();
  return width;
}

/** How many columns a list has room for, now and when its width or its face changes. */
export function useColumns(list: RefObject<ListImperativeAPI | null>): { columns: number; onResize: () => void } {
  const [columns, setColumns] = useState(fewest);
  const measure = useCallback(() => {
    const element = list.current?.element;
    if (element === null || element === undefined) return;
    const room = element.clientWidth - insetPx;
    const width = columnWidth(element);
    if (width > 0) setColumns(Math.max(8, Math.floor(room / width)));
  }, [list]);

  useEffect(() => {
    measure();
    // The face may still be on its way; other glyphs are as wide as they are.
    void document.fonts?.ready.then(measure);
  }, [measure]);

  return { columns, onResize: measure };
}
