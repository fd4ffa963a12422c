'use client';
import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { useReplayStore } from '../../replay/react/index.ts';
import { targetOf } from '../hooks/acrossShadows.ts';
import { useBeforePaint } from '../hooks/useBeforePaint.ts';
import { isOwnKey } from '../shared/keyTable.ts';
import { commandOf } from '../transport-bar/replayCommand.ts';
import { type ReplayKeysOptions, useReplayKeys } from '../transport-bar/useReplayKeys.ts';

/** Actions of the frame that keys trigger, besides those of the replay. */
export interface FrameKeysOptions extends ReplayKeysOptions {
  /** Esc was pressed. Returns whether it moved details back beside the list or closed the search; Esc then does nothing else. */
  readonly onLeave: () => boolean;
}

/** Keys of a whole replay: those of its transport bar; and Esc, which unpins or deselects the item, then clears the range. */
export function useFrameKeys(options: FrameKeysOptions): (event: ReactKeyboardEvent<HTMLElement>) => void {
  const replay = useReplayStore();
  const onTransportKey = useReplayKeys(options);
  return (event) => {
    if (asksToFind(event)) {
      event.preventDefault();
      options.onFind?.();
      return;
    }
    if (commandOf(event)?.do !== 'close' || event.defaultPrevented) {
      onTransportKey(event);
      return;
    }
    if (options.onLeave()) {
      event.preventDefault();
      return;
    }
    const { selection, pinned, filters } = replay.getState();
    if (selection === undefined && pinned === undefined) {
      if (filters.between === undefined) return;
      event.preventDefault();
      replay.filter({ between: undefined });
      return;
    }
    event.preventDefault();
    // The focus may be in the details that close, so it returns to the list.
    const list = event.currentTarget.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]');
    if (pinned === undefined) replay.select(undefined);
    else replay.pin(undefined);
    list?.focus({ preventScroll: true });
  };
}

/** Sends the replay all keys that nothing else on the page uses; with null, none. */
export function usePageKeys(grid: HTMLElement | null): void {
  // What a reader sees answers to keys.
  useBeforePaint(() => {
    if (grid === null) return undefined;
    const { ownerDocument } = grid;
    const pass = (event: KeyboardEvent): void => {
      const { key } = event;
      const target = targetOf(event);
      if (event.defaultPrevented || (target instanceof Node && grid.contains(target)) || isOwnKey(target, key)) return;
      const passed = new KeyboardEvent('keydown', event);
      grid.dispatchEvent(passed);
      if (passed.defaultPrevented) event.preventDefault();
    };
    ownerDocument.addEventListener('keydown', pass);
    return () => ownerDocument.removeEventListener('keydown', pass);
  }, [grid]);
}

/**
 * Whether a key opens the browser's search in the page, which finds only what is drawn. Pressed inside the kit's search, it still opens the
 * browser's.
 */
function asksToFind({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  defaultPrevented,
  target,
}: ReactKeyboardEvent): boolean {
  if (defaultPrevented || key.toLowerCase() !== 'f' || ctrlKey === metaKey || altKey || shiftKey) return false;
  return !(target instanceof HTMLInputElement && target.type === 'search');
}
