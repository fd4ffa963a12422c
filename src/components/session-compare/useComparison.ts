'use client';
import { useEffect, useState } from 'react';
import { isOf, keepAligned } from '../../replay/compare/keepAligned.ts';
import { alignSessions, type Comparison, type SessionIndex } from '../../replay/index.ts';
import { shownRows } from './shownRows.ts';

/** Sessions of so many items together are compared at once: that takes some milliseconds, and a server can do it too. */
const mostAtOnce = 1000;

/**
 * Two sessions side by side; undefined while larger ones are compared in slices. Of sessions that grow, what they were compared
 * to last stays until the new comparison is there.
 */
export function useComparison(left: SessionIndex, right: SessionIndex): Comparison | undefined {
  const [held, setHeld] = useState<Comparison>();
  const [aligning] = useState(() =>
    keepAligned((comparison) => {
      // Before it is drawn, and so in a piece of work of its own.
      shownRows(comparison.rows);
      setHeld(comparison);
    }),
  );
  const atOnce = left.items.length + right.items.length <= mostAtOnce ? alignSessions(left, right) : undefined;
  useEffect(() => {
    if (atOnce === undefined) aligning.align(left, right);
    else setHeld(atOnce);
  }, [aligning, left, right, atOnce]);
  useEffect(() => () => aligning.end(), [aligning]);
  if (atOnce !== undefined) return atOnce;
  return held !== undefined && isOf(held.indexes, { left, right }) ? held : undefined;
}
