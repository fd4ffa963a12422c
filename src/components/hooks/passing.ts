import { createContext, useEffect, useState } from 'react';

/** What follows another sooner than this only passes, in milliseconds: a scrub passes many. */
export const settleMs = 150;

/** Whether what is drawn inside only passes, so that what costs most waits until it stays. */
export const PassingContext = createContext(false);

/** Whether a value replaced another that had just been drawn, and has not stayed since. */
export function useIsPassing(value: unknown): boolean {
  const [drawn] = useState(() => ({ at: Number.NEGATIVE_INFINITY }));
  const [last, setLast] = useState({ value, isPassing: false });
  if (last.value !== value) setLast({ value, isPassing: performance.now() - drawn.at < settleMs });
  useEffect(() => {
    drawn.at = performance.now();
    if (!last.isPassing) return undefined;
    const timer = setTimeout(() => setLast({ ...last, isPassing: false }), settleMs);
    return () => clearTimeout(timer);
  }, [drawn, last]);
  return last.isPassing;
}
