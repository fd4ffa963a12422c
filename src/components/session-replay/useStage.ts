'use client';
import { useEffect, useState } from 'react';
import { rest } from '../../replay/internal.ts';
import { useIsHydrating } from '../hooks/useIsHydrating.ts';

/**
 * The stage of the first drawing, from 0 to `last`. Each stage is a task of its own, so that one long task becomes several short ones, and
 * parts that are quick to draw do not wait for slow ones. If a server has drawn the part, the stage is `last` at once.
 */
export function useStage(last: number): number {
  const hydrating = useIsHydrating();
  const [stage, setStage] = useState(hydrating ? last : 0);
  useEffect(() => {
    if (stage >= last) return undefined;
    let wanted = true;
    // Not a transition: while a session loads there is always more urgent work, and its rows would wait until the end.
    void rest().then(() => {
      if (wanted) setStage(stage + 1);
    });
    return () => {
      wanted = false;
    };
  }, [stage, last]);
  return stage;
}
