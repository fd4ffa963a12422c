'use client';
import { useEffect, useState } from 'react';
import { rest } from '../../replay/internal.ts';
import { useIsHydrating } from '../hooks/useIsHydrating.ts';

/** Rows that are drawn in the first task: code that has never run takes most of it, and each kind of row brings its own. */
const atFirst = 8;
const growth = 3;

/**
 * How many rows may be drawn: few at first, more in each task that follows, and soon any number. What a server has drawn is there at
 * once.
 *
 * @param begun whether rows are drawn at all.
 */
export function useMostRows(begun: boolean): number {
  const hydrating = useIsHydrating();
  const [most, setMost] = useState(hydrating ? Number.POSITIVE_INFINITY : atFirst);
  useEffect(() => {
    if (!begun || most === Number.POSITIVE_INFINITY) return undefined;
    let wanted = true;
    void rest().then(() => {
      if (wanted) setMost(most === atFirst ? atFirst * growth : Number.POSITIVE_INFINITY);
    });
    return () => {
      wanted = false;
    };
  }, [begun, most]);
  return most;
}
