import { useCallback } from 'react';
import { briefOf, briefSteps, knownBrief, type SessionBrief, type SessionIndex } from '../../replay/index.ts';
import { useInSlices } from '../hooks/useInSlices.ts';

/** The brief of a session with at most this many calls is computed at once; a longer one in slices, so that the page stays responsive. */
const atOnce = 1000;

/** The brief of a session; undefined while a long one is being computed. */
export function useBrief(index: SessionIndex): SessionBrief | undefined {
  const isShort = index.landmarks.call.length <= atOnce;
  const known = isShort ? briefOf(index) : knownBrief(index);
  const start = useCallback(() => briefSteps(index), [index]);
  const made = useInSlices(known === undefined ? start : undefined);
  return known ?? made;
}
