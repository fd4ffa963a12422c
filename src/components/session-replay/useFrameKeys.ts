'use client';
import { type KeyboardEvent as ReactKeyboardEvent, useEffect } from 'react';
import { useReplayStore } from '../../replay/react/index.ts';
import { isOwnKey } from '../shared/keyTable.ts';
import { commandOf } from '../transport-bar/replayCommand.ts';
import { type ReplayKeysOptions, useReplayKeys } from '../transport-bar/useReplayKeys.ts';

/** What the keys of a whole replay also do. */
export interface FrameKeysOptions extends ReplayKeysOptions {
  /** Esc was pressed. Says whether it brought details back beside the list or closed the search, which is then all that this press does. */
  readonly onLeave: () => boolean;
}

/** The keys of a whole replay: those of its transport, and Esc, which lets go of what was pinned or chosen: an item, then a range. */
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
    // What had the focus may be in the details that go away; the list is where they came from.
    const list = event.currentTarget.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]');
    if (pinned === undefined) replay.select(undefined);
    else replay.pin(undefined);
    list?.focus({ preventScroll: true });
  };
}

/** Gives a replay the keys that nothing else on the page had a use for; for null, none. */
export function usePageKeys(grid: HTMLElement | null): void {
  useEffect(() => {
    if (grid === null) return undefined;
    const { ownerDocument } = grid;
    const pass = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.defaultPrevented || (target instanceof Node && grid.contains(target)) || isOwnKey(target, key)) return;
      const passed = new KeyboardEvent('keydown', event);
      grid.dispatchEvent(passed);
      if (passed.defaultPrevented) event.preventDefault();
    };
    ownerDocument.addEventListener('keydown', pass);
    return () => ownerDocument.removeEventListener('keydown', pass);
  }, [grid]);
}

/** Whether a key is that of finding in a page. The browser's own sees only what is drawn; from a search it can be had still. */
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
