'use client';
import { useEffect, useRef, useState } from 'react';

/**
 * A value that is slow to draw, taken once a frame and after that frame was painted: what moves on at once is seen first. Unlike a deferred
 * value it is drawn while changes go on arriving faster than it can be: each drawing ends, and takes up the latest.
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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setShown(() => latest.current));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isBehind, shown]);
  return shown;
}
