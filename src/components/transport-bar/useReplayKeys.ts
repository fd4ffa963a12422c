'use client';
import type { KeyboardEvent } from 'react';
import { useReplayStore } from '../../replay/react/index.ts';
import { isOwnKey } from './isOwnKey.ts';
import { commandOf, obey } from './replayCommand.ts';

/** What the keys of a replay also do. */
export interface ReplayKeysOptions {
  /** `?` was pressed. */
  onHelp?: (() => void) | undefined;
  /** `V` was pressed. */
  onLanes?: (() => void) | undefined;
  /** The reader moved the playhead. */
  onMove?: (() => void) | undefined;
}

/**
 * The keys of a replay, for the element around it: Space, arrows, `,` `.` `<` `>` `[` `]`, M, E, V, digits, Home, End, `?`. A key
 * that was used inside, or that an input needs, is left alone.
 */
export function useReplayKeys({ onHelp, onLanes, onMove }: ReplayKeysOptions): (event: KeyboardEvent) => void {
  const replay = useReplayStore();
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing)
      return;
    const command = isOwnKey(event.target, event.key) ? undefined : commandOf(event);
    if (command === undefined || (command.do === 'lanes' && onLanes === undefined)) return;
    event.preventDefault();
    if (command.do === 'help') {
      onHelp?.();
      return;
    }
    if (command.do === 'lanes') {
      onLanes?.();
      return;
    }
    obey(replay, command);
    if (command.do !== 'rate') onMove?.();
  };
}
