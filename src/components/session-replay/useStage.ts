'use client';
import { useEffect, useState } from 'react';
import { rest } from '../../replay/internal.ts';
import { useIsHydrating } from '../hooks/useIsHydrating.ts';

/**
 * Which stage of its first drawing a part is at, from 0 to `last`: one task of the page each, so that short pieces of work take the
 * place of a long one, and what is quick to draw does not wait for what takes long. It is the last at once where a server has
 * drawn the part.
 */
export function useStage(last: number): number {
  const hydrating = useIsHydrating();
  const [stage, setStage] = useState(hydrating ? last : 0);
  useEffect(() => {
    if (stage >= last) return undefined;
    let wanted = true;
    // No transition: while a session comes in there is always something more urgent, and its rows would wait for the end.
    void rest().then(() => {
      if (wanted) setStage(stage + 1);
    });
    return () => {
      wanted = false;
    };
  }, [stage, last]);
  return stage;
}
