'use client';
import { useEffect, useMemo, useReducer } from 'react';
import {
  isProfileReady,
  type ProfileOptions,
  profileOf,
  profileSteps,
  runInSlices,
  type SessionIndex,
  type SessionProfile,
} from '../../replay/index.ts';

/** The profile of a session with at most this many calls is computed at once; a longer one in slices, so that the page stays responsive. */
const atOnce = 1000;

/** Where time, tokens and money went; undefined while a long session is being computed. */
export function useProfile(
  index: SessionIndex,
  { by, within, prices }: Pick<ProfileOptions, 'by' | 'within' | 'prices'>,
): SessionProfile | undefined {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const isMissing = index.landmarks.call.length > atOnce && !isProfileReady(index, by);
  useEffect(() => {
    if (!isMissing) return;
    const leaving = new AbortController();
    runInSlices(profileSteps(index, by), { signal: leaving.signal }).then(
      () => redraw(),
      () => undefined,
    );
    return () => leaving.abort();
  }, [index, by, isMissing]);
  return useMemo(
    () => (isMissing ? undefined : profileOf(index, { by, within, prices })),
    [index, by, within, prices, isMissing],
  );
}
