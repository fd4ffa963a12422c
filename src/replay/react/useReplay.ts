'use client';

import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { ReplayState } from '../replayState.ts';
import { createSelection } from './createSelection.ts';
import { useReplayStore } from './ReplayContext.ts';

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
