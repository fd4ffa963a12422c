'use client';
import { useEffect, useReducer } from 'react';
import {
  briefOf,
  briefSteps,
  knownBrief,
  runInSlices,
  type SessionBrief,
  type SessionIndex,
} from '../../replay/index.ts';

/** A session of so many calls is added up at once; a longer one in slices, and a page stays alive. */
const atOnce = 1000;

/** What a session comes to; undefined while a long one is still added up. */
export function useBrief(index: SessionIndex): SessionBrief | undefined {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const isShort = index.landmarks.call.length <= atOnce;
  const brief = isShort ? briefOf(index) : knownBrief(index);
  const isMissing = brief === undefined;
  useEffect(() => {
    if (!isMissing) return;
    const leaving = new AbortController();
    runInSlices(briefSteps(index), { signal: leaving.signal }).then(
      () => redraw(),
      () => undefined,
    );
    return () => leaving.abort();
  }, [index, isMissing]);
  return brief;
}
