'use client';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * A value that is slow to draw and may change more often than a page is painted: it is taken up with each frame, before it is painted.
 * Unlike a deferred value it is drawn while changes go on arriving faster than it can be: each drawing ends, and takes up the latest.
 */
export function useOnceAFrame<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const isBehind = shown !== value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was shown may be behind again
  useEffect(() => {
    if (!isBehind) return undefined;
    // At once: work that waits for its turn may not have one before the next frame.
    const frame = requestAnimationFrame(() => flushSync(() => setShown(() => latest.current)));
    return () => cancelAnimationFrame(frame);
  }, [isBehind, shown]);
  return shown;
}
