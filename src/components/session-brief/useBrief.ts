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

/** The brief of a session with at most this many calls is computed at once; a longer one in slices, so that the page stays responsive. */
const atOnce = 1000;

/** The brief of a session; undefined while a long one is being computed. */
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
