import type { KeyboardEvent } from 'react';
import {
  type Direction,
  maxRate,
  minRate,
  type ReadingLevel,
  type Replay,
  readingLevels,
  type Step,
} from '../../replay/index.ts';
import { useReplayStore } from '../../replay/react/index.ts';
import {
  commandOfKey,
  isOwnKey,
  type KeyLine,
  type KeyTable,
  type PressedKey,
  withOrWithoutShift,
} from '../shared/keyTable.ts';
import { unfoldRuns } from '../shared/unfoldRuns.ts';
import { seekToShare } from './layoutTrack.ts';

/** What a key does in a replay. */
export type ReplayCommand =
  | { readonly do: 'toggle' }
  | { readonly do: 'step'; readonly by: Step; readonly to: Direction }
  | { readonly do: 'share'; readonly share: number }
  /** Changes the rate by a factor. */
  | { readonly do: 'rate'; readonly by: number }
  /** Switches between playing by content and playing by the clock. */
  | { readonly do: 'paced' }
  | { readonly do: 'lanes' }
  | { readonly do: 'outline' }
  | { readonly do: 'level'; readonly level: ReadingLevel }
  | { readonly do: 'find' }
  /** Moves details over the list, and back. */
  | { readonly do: 'focus' }
  /** Goes to the next or previous match of the search. */
  | { readonly do: 'match'; readonly by: -1 | 1 }
  /** Copies a link to this moment, or quotes its item as Markdown. */
  | { readonly do: 'copy'; readonly as: 'link' | 'quote' }
  /** Bookmarks the row, or begins a note on it. */
  | { readonly do: 'note'; readonly as: 'bookmark' | 'note' }
  /** Closes, unpins or deselects what is shown beside the list. */
  | { readonly do: 'close' }
  | { readonly do: 'help' };

function step(by: Step, to: Direction): ReplayCommand {
  return { do: 'step', by, to };
}

/** A letter that steps forward, and with Shift back. */
function bothWays(letter: string, by: Step): KeyLine<ReplayCommand>['does'] {
  return { [letter]: step(by, 'forward'), [`Shift ${letter}`]: step(by, 'backward') };
}

const tenths = Object.fromEntries(
  Array.from({ length: 10 }, (_, tenth) => [String(tenth), { do: 'share', share: tenth / 10 } as const]),
);

const levels = Object.fromEntries(
  readingLevels.map((level, nth) => [String(nth + 1), { do: 'level', level } as const]),
);

/** Keys that move a replay, alone or as a side of a comparison; as in video and terminal players. */
export const playKeys: KeyTable<ReplayCommand> = {
  where: 'key.group.comparedSide',
  lines: [
    { help: 'key.help.play', does: { ' ': { do: 'toggle' } } },
    { help: 'key.help.call', does: { ArrowLeft: step('call', 'backward'), ArrowRight: step('call', 'forward') } },
    { help: 'key.help.item', does: { ',': step('item', 'backward'), '.': step('item', 'forward') } },
    {
      help: 'key.help.prompt',
      does: { 'Shift ArrowLeft': step('prompt', 'backward'), 'Shift ArrowRight': step('prompt', 'forward') },
    },
    { help: 'key.help.phase', does: { '[': step('phase', 'backward'), ']': step('phase', 'forward') } },
    { help: 'key.help.message', does: bothWays('m', 'message') },
    { help: 'key.help.error', does: bothWays('e', 'error') },
    { help: 'key.help.tenths', printed: ['0 \u2013 9'], does: tenths },
    {
      help: 'key.help.bothEnds',
      does: {
        ...withOrWithoutShift<ReplayCommand>('Home', { do: 'share', share: 0 }),
        ...withOrWithoutShift<ReplayCommand>('End', { do: 'share', share: 1 }),
      },
    },
    { help: 'key.help.rate', does: { '<': { do: 'rate', by: 0.5 }, '>': { do: 'rate', by: 2 } } },
  ],
};

/** Keys that work anywhere in a replay. */
export const replayKeys: KeyTable<ReplayCommand> = {
  where: 'key.group.anywhere',
  lines: [
    // In a replay the digits choose levels.
    ...playKeys.lines.filter(({ help }) => help !== 'key.help.tenths'),
    { help: 'key.help.paced', does: withOrWithoutShift('p', { do: 'paced' }) },
    { help: 'key.help.levels', printed: ['1 \u2013 4'], does: levels },
    { help: 'key.help.outline', does: withOrWithoutShift('o', { do: 'outline' }) },
    { help: 'key.help.lanes', does: withOrWithoutShift('v', { do: 'lanes' }) },
    { help: 'key.help.focus', does: withOrWithoutShift('f', { do: 'focus' }) },
    {
      help: 'key.help.copy',
      does: { c: { do: 'copy', as: 'link' }, 'Shift c': { do: 'copy', as: 'quote' } },
    },
    {
      help: 'key.help.note',
      does: { b: { do: 'note', as: 'bookmark' }, 'Shift b': { do: 'note', as: 'note' } },
    },
    { help: 'key.help.find', does: { '/': { do: 'find' } } },
    {
      help: 'key.help.match',
      does: {
        n: { do: 'match', by: 1 },
        'Shift n': { do: 'match', by: -1 },
        F3: { do: 'match', by: 1 },
        'Shift F3': { do: 'match', by: -1 },
      },
    },
    { help: 'key.help.close', does: withOrWithoutShift('Escape', { do: 'close' }) },
    { help: 'key.help.keys', does: { '?': { do: 'help' } } },
  ],
};

/** The command of a key anywhere in a replay; undefined if it has none. */
export function commandOf(pressed: PressedKey): ReplayCommand | undefined {
  return commandOfKey(replayKeys, pressed);
}

/**
 * Steps forward or back. If there is no call to step to (before the first, after the last, or without any), steps by single rows. Stepping
 * to an error in a folded run unfolds the run. Returns whether there was anything to step to.
 */
export function stepReplay(replay: Replay, by: Step, to: Direction): boolean {
  const stepped = replay.step(by, to);
  if (!stepped && by === 'call') return replay.step('item', to);
  if (!stepped || by !== 'error') return stepped;
  const { index, position } = replay.getState();
  const error = index.items[position.item];
  if (error === undefined) return true;
  unfoldRuns(replay, error);
  // Open details moved to the row of the folded run; now the error has a row of its own.
  if (replay.getState().selection !== undefined) replay.select(error.id);
  return true;
}

/** Runs the commands of the replay itself. Help, lanes, details and search are handled by the components that own them. */
export function runCommand(replay: Replay, command: ReplayCommand): void {
  switch (command.do) {
    case 'toggle':
      replay.toggle();
      break;
    case 'step':
      stepReplay(replay, command.by, command.to);
      break;
    case 'share':
      seekToShare(replay, command.share);
      break;
    case 'rate':
      replay.setRate(Math.min(Math.max(replay.getState().rate * command.by, minRate), maxRate));
      break;
    case 'paced':
      replay.setPlayback(replay.getState().playback === 'paced' ? 'clock' : 'paced');
      break;
    case 'help':
    case 'outline':
    case 'level':
    case 'lanes':
    case 'find':
    case 'focus':
    case 'match':
    case 'copy':
    case 'note':
    case 'close':
      break;
    default:
      command satisfies never;
  }
}

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
