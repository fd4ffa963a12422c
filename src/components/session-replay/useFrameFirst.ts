'use client';
import { useEffect, useState } from 'react';
import { useIsHydrating } from '../timeline/useIsHydrating.ts';

/**
 * False until the frame around a part stands, so that what takes longest to draw does not hold it up: two short pieces of work
 * instead of a long one. True at once where a server has drawn the part.
 */
export function useFrameFirst(): boolean {
  const hydrating = useIsHydrating();
  const [stands, setStands] = useState(hydrating);
  // No transition: while a session comes in there is always something more urgent, and its rows would wait for the end.
  useEffect(() => setStands(true), []);
  return stands;
}
