'use client';
import type { KeyboardEvent } from 'react';
import type { Direction, ReadingLevel } from '../../replay/index.ts';
import { useReplayStore } from '../../replay/react/index.ts';
import { isOwnKey } from '../shared/keyTable.ts';
import { commandOf, runCommand, stepReplay } from './replayCommand.ts';

/** Actions that keys trigger besides those of the replay itself. */
export interface ReplayKeysOptions {
  /** `?` was pressed. */
  onHelp?: (() => void) | undefined;
  /** `V` was pressed. */
  onLanes?: (() => void) | undefined;
  /** `O` was pressed. */
  onOutline?: (() => void) | undefined;
  /** A digit for a level of reading was pressed. */
  onLevel?: ((level: ReadingLevel) => void) | undefined;
  /** `/` was pressed. */
  onFind?: (() => void) | undefined;
  /** `F` was pressed. */
  onFocus?: (() => void) | undefined;
  /** `C` was pressed, with Shift for a quote. */
  onCopy?: ((as: 'link' | 'quote') => void) | undefined;
  /** `B` was pressed, with Shift for a note. */
  onNote?: ((as: 'bookmark' | 'note') => void) | undefined;
  /** `N` or `F3` was pressed to go to the next match of a search, with Shift to the previous one. Returns whether there is one. */
  onMatch?: ((by: -1 | 1) => boolean) | undefined;
  /** A key asked for an error, and there is none in this direction. */
  onNoError?: ((to: Direction) => void) | undefined;
  /** The reader moved the playhead. */
  onMove?: (() => void) | undefined;
}

/**
 * Key handler for the element around a replay: Space, arrows, `,` `.` `<` `>` `[` `]`, M, E, V, O, P, F, C, B, N, F3, `/`, 1 to 4, Home, End,
 * `?`. Ignores keys already handled inside, and keys that an input needs.
 */
export function useReplayKeys({
  onHelp,
  onLanes,
  onOutline,
  onLevel,
  onFind,
  onFocus,
  onCopy,
  onNote,
  onMatch,
  onNoError,
  onMove,
}: ReplayKeysOptions): (event: KeyboardEvent) => void {
  const replay = useReplayStore();
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing)
      return;
    const command = isOwnKey(event.target, event.key) ? undefined : commandOf(event);
    if (command === undefined) return;
    switch (command.do) {
      case 'help':
        event.preventDefault();
        onHelp?.();
        return;
      case 'close':
        return;
      case 'lanes':
        if (onLanes === undefined) return;
        event.preventDefault();
        onLanes();
        return;
      case 'outline':
        if (onOutline === undefined) return;
        event.preventDefault();
        onOutline();
        return;
      case 'level':
        if (onLevel === undefined) return;
        event.preventDefault();
        onLevel(command.level);
        return;
      case 'find':
        if (onFind === undefined) return;
        event.preventDefault();
        onFind();
        return;
      case 'focus':
        if (onFocus === undefined) return;
        event.preventDefault();
        onFocus();
        return;
      case 'copy':
        if (onCopy === undefined) return;
        event.preventDefault();
        onCopy(command.as);
        return;
      case 'note':
        if (onNote === undefined) return;
        event.preventDefault();
        onNote(command.as);
        return;
      case 'match':
        if (onMatch?.(command.by) !== true) return;
        event.preventDefault();
        onMove?.();
        return;
      case 'step':
        event.preventDefault();
        if (!stepReplay(replay, command.by, command.to) && command.by === 'error') onNoError?.(command.to);
        onMove?.();
        return;
      default:
        event.preventDefault();
        runCommand(replay, command);
        if (command.do !== 'rate' && command.do !== 'paced') onMove?.();
    }
  };
}
