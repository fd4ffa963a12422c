import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useBeforePaint } from './hydration.ts';

/** Width of an element in pixels, known before it is first painted; undefined without an element, as on a server. */
export function useWidth(element: HTMLElement | null): number | undefined {
  const [width, setWidth] = useState<number>();
  useBeforePaint(() => {
    if (element === null) return undefined;
    setWidth(element.clientWidth);
    // Flushed synchronously, so that no frame shows the layout of another width.
    const observer = new ResizeObserver(() => flushSync(() => setWidth(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
