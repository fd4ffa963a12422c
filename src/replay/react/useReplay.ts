'use client';

import { createContext, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Preparation, Replay } from '../createReplay.ts';
import type { ReplayState } from '../transition.ts';

/** The replay that the views below it show. */
export const ReplayContext = createContext<Replay | undefined>(undefined);
ReplayContext.displayName = 'ReplayContext';

/** The store of the replay around this component. Throws where there is none. */
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
 * What a selector makes of the replay's state. The component renders again only when that changes: when `isEqual`, by
 * default `Object.is`, says that the new value is another one. While a replay plays its state changes when the current
 * item does, not with every frame; for what moves with every frame there is `usePlayhead`.
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
 * A selector that runs once for each state and gives an equal value back as the very same one, so that React sees no
 * change where there is none. `shown` is the value on the screen, which survives a selector that is written inline and
 * therefore new with every render.
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
 * Tells the replay what the component around it works out from a whole session, so that it is done, and the page alive, before a
 * session that has grown is drawn. The preparation is to stay the same one.
 */
export function usePreparation(preparation: Preparation): void {
  const replay = useReplayStore();
  useEffect(() => replay.onPrepare(preparation), [replay, preparation]);
}
