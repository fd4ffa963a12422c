'use client';
import { useEffect, useReducer } from 'react';
import { linksInto, type SessionIndex } from '../../replay/index.ts';

/** How far the links of a session have been found: the next item to look at. */
const reached = new WeakMap<SessionIndex, number>();

/** A session of so many items is gone through at once: that takes less than a frame. */
const smallSession = 400;
/** So long a page is held up at a time, in milliseconds. */
const sliceMs = 8;
const itemsAtOnce = 16;

/**
 * Finds the links of a session in small steps, so that a page stays alive at any size.
 *
 * @param upTo the item up to which they are needed.
 * @returns whether they are found that far; until then, and on a server, nothing should ask for them.
 */
export function useLinks(index: SessionIndex, upTo: number): boolean {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const found = isFound(index, upTo);
  useEffect(() => {
    if (found) return undefined;
    let timer = 0;
    const step = (): void => {
      findMore(index, upTo);
      if (isFound(index, upTo)) redraw();
      else timer = window.setTimeout(step);
    };
    timer = window.setTimeout(step);
    return () => window.clearTimeout(timer);
  }, [index, upTo, found]);
  return found;
}

function isFound(index: SessionIndex, upTo: number): boolean {
  return upTo < smallSession || (reached.get(index) ?? 0) > upTo;
}

function findMore(index: SessionIndex, upTo: number): void {
  const end = performance.now() + sliceMs;
  let next = reached.get(index) ?? 0;
  while (next <= upTo && performance.now() < end) {
    next = Math.min(upTo + 1, next + itemsAtOnce);
    linksInto(index, next - 1);
  }
  reached.set(index, next);
}
