'use client';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useBeforePaint } from './useBeforePaint.ts';

/** Width of an element in pixels, known before it is first painted; without an element what is assumed of it. */
export function useWidth(element: HTMLElement | null, assumedPx: number): number {
  const [width, setWidth] = useState(assumedPx);
  useBeforePaint(() => {
    if (element === null) return undefined;
    setWidth(element.clientWidth);
    // Flushed, so that no frame shows rows laid out for another width.
    const observer = new ResizeObserver(() => flushSync(() => setWidth(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
