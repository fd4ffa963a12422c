import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useBeforePaint } from './hydration.ts';

/** Width of an element in pixels, known before it is first painted; undefined without an element, as on a server. */
export function useWidth(element: HTMLElement | null): number | undefined {
  return useMeasured(element, 'clientWidth');
}

/** Height of an element in pixels, known before it is first painted; undefined without an element, as on a server. */
export function useHeight(element: HTMLElement | null): number | undefined {
  return useMeasured(element, 'clientHeight');
}

function useMeasured(element: HTMLElement | null, side: 'clientWidth' | 'clientHeight'): number | undefined {
  const [length, setLength] = useState<number>();
  useBeforePaint(() => {
    if (element === null) return undefined;
    setLength(element[side]);
    // Flushed synchronously, so that no frame shows the layout of another size.
    const observer = new ResizeObserver(() => flushSync(() => setLength(element[side])));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, side]);
  return length;
}
