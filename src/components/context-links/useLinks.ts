'use client';
import { useMemo } from 'react';
import { linksInto, type SessionIndex } from '../../replay/index.ts';
import { useInSlices } from '../hooks/useInSlices.ts';

/** Progress of finding a session's links: the next item to look at. */
const reached = new WeakMap<SessionIndex, number>();

/** Links of a session with at most this many items are found at once, which takes less than a frame. */
const smallSession = 400;
const itemsAtOnce = 16;

/**
 * Finds the links of a session in small steps, so that the page stays responsive at any size.
 *
 * @param upTo the item up to which links are needed.
 * @returns whether they are found that far; until then, and on a server, nothing should ask for them.
 */
export function useLinks(index: SessionIndex, upTo: number): boolean {
  const found = isFound(index, upTo);
  useInSlices(useMemo(() => (found ? undefined : () => linkSteps(index, upTo)), [found, index, upTo]));
  return found;
}

function isFound(index: SessionIndex, upTo: number): boolean {
  return upTo < smallSession || (reached.get(index) ?? 0) > upTo;
}

function* linkSteps(index: SessionIndex, upTo: number): Generator<undefined, void> {
  for (let next = reached.get(index) ?? 0; next <= upTo; ) {
    next = Math.min(upTo + 1, next + itemsAtOnce);
    linksInto(index, next - 1);
    reached.set(index, next);
    yield;
  }
}
