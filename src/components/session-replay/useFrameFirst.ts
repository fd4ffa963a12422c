'use client';
import { startTransition, useEffect, useState } from 'react';
import { useIsHydrating } from '../timeline/useIsHydrating.ts';

/**
 * False until the frame around a part stands, so that what takes longest to draw does not hold it up: two short pieces of work
 * instead of a long one. True at once where a server has drawn the part.
 */
export function useFrameFirst(): boolean {
  const hydrating = useIsHydrating();
  const [stands, setStands] = useState(hydrating);
  useEffect(() => startTransition(() => setStands(true)), []);
  return stands;
}
