'use client';

import { createContext, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Preparation, Replay } from '../createReplay.ts';
import type { ReplayState } from '../transition.ts';

/** The context with the replay that the views below it show. */
export const ReplayContext = createContext<Replay | undefined>(undefined);
ReplayContext.displayName = 'ReplayContext';

/** The store of the surrounding replay. Throws where there is none. */
export function useReplayStore(): Replay {
  const replay = useContext(ReplayContext);
  if (replay === undefined) {
    throw new Error(
      'agent-replay-kit: this component shows a replay, and there is none around it. Put it into a <ReplayProvider>.',
    );
  }
  return replay;
}

/**
 * A value selected from the replay's state. The component renders again only when the value changes according to `isEqual` (default
 * `Object.is`). While a replay plays, its state changes when the current item does, not with every frame; for what moves with every frame
 * there is `usePlayhead`.
 */
export function useReplay<Selected>(
  selector: (state: ReplayState) => Selected,
  isEqual: (a: Selected, b: Selected) => boolean = Object.is,
): Selected {
  const replay = useReplayStore();
  const shown = useRef<{ readonly value: Selected } | undefined>(undefined);
  const select = useMemo(() => createSelection(selector, isEqual, () => shown.current), [selector, isEqual]);
  const selected = useSyncExternalStore(
    replay.subscribe,
    () => select(replay.getState()),
    () => select(replay.getInitialState()),
  );
  useEffect(() => {
    shown.current = { value: selected };
  }, [selected]);
  return selected;
}

/**
 * A selector that runs once for each state and returns an equal value as the same object, so that React sees no change. `shown` is the
 * value on the screen; it outlives a selector that is written inline and is therefore new with every render.
 */
export function createSelection<Selected>(
  selector: (state: ReplayState) => Selected,
  isEqual: (a: Selected, b: Selected) => boolean,
  shown: () => { readonly value: Selected } | undefined,
): (state: ReplayState) => Selected {
  let last: { readonly state: ReplayState; readonly value: Selected } | undefined;
  return (state) => {
    if (last?.state === state) return last.value;
    const before = last ?? shown();
    const value = selector(state);
    last = { state, value: before !== undefined && isEqual(before.value, value) ? before.value : value };
    return last.value;
  };
}

/**
 * Registers what the surrounding component computes from a whole session, so that it is ready, without blocking the page, before a grown
 * session is drawn. The preparation must keep its identity.
 */
export function usePreparation(preparation: Preparation): void {
  const replay = useReplayStore();
  useEffect(() => replay.onPrepare(preparation), [replay, preparation]);
}
