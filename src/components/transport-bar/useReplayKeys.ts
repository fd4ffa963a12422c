'use client';
import type { KeyboardEvent } from 'react';
import { useReplayStore } from '../../replay/react/index.ts';
import { isOwnKey } from './isOwnKey.ts';
import { commandOf, obey } from './replayCommand.ts';

/** What the keys of a replay also do. */
export interface ReplayKeysOptions {
  /** `?` was pressed. */
  onHelp?: (() => void) | undefined;
  /** The reader moved the playhead. */
  onMove?: (() => void) | undefined;
}

/**
 * The keys of a replay, for the element around it: Space, arrows, `,` `.` `[` `]`, M, E, digits, `?`. A key that was used
 * inside, or that an input needs, is left alone.
 */
export function useReplayKeys({ onHelp, onMove }: ReplayKeysOptions): (event: KeyboardEvent) => void {
  const replay = useReplayStore();
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing)
      return;
    const command = isOwnKey(event.target, event.key) ? undefined : commandOf(event);
    if (command === undefined) return;
    event.preventDefault();
    if (command.do === 'help') {
      onHelp?.();
      return;
    }
    obey(replay, command);
    onMove?.();
  };
}
