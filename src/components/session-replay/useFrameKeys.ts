'use client';
import type { KeyboardEvent } from 'react';
import { useReplayStore } from '../../replay/react/index.ts';
import { useReplayKeys } from '../transport-bar/useReplayKeys.ts';

/** The keys of a whole replay: those of its transport, and Esc, which lets go of what was chosen. */
export function useFrameKeys(onHelp: () => void, onMove: () => void): (event: KeyboardEvent<HTMLElement>) => void {
  const replay = useReplayStore();
  const onTransportKey = useReplayKeys({ onHelp, onMove });
  return (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) {
      onTransportKey(event);
      return;
    }
    if (replay.getState().selection === undefined) return;
    event.preventDefault();
    // What had the focus may be in the details that go away; the list is where they came from.
    const list = event.currentTarget.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]');
    replay.select(undefined);
    list?.focus({ preventScroll: true });
  };
}
