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

/** What a key does to the replay itself. */
export type PlayCommand =
  | { readonly do: 'toggle' }
  | { readonly do: 'step'; readonly by: Step; readonly to: Direction }
  | { readonly do: 'share'; readonly share: number }
  /** Changes the rate by a factor. */
  | { readonly do: 'rate'; readonly by: number }
  /** Switches between playing by content and playing by the clock. */
  | { readonly do: 'paced' };

/** What a key does in a replay: to the replay itself, or with the parts around it. */
export type ReplayCommand =
  | PlayCommand
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
  /** Goes to what is new since the reader looked, then to the end. */
  | { readonly do: 'news' }
  /** Closes, unpins or deselects what is shown beside the list. */
  | { readonly do: 'close' }
  | { readonly do: 'help' };

function step(by: Step, to: Direction): PlayCommand {
  return { do: 'step', by, to };
}

/** A letter that steps forward, and with Shift back. */
function bothWays(letter: string, by: Step): KeyLine<PlayCommand>['does'] {
  return { [letter]: step(by, 'forward'), [`Shift ${letter}`]: step(by, 'backward') };
}

const tenths = Object.fromEntries(
  Array.from({ length: 10 }, (_, tenth) => [String(tenth), { do: 'share', share: tenth / 10 } as const]),
);

const levels = Object.fromEntries(
  readingLevels.map((level, nth) => [String(nth + 1), { do: 'level', level } as const]),
);

/** Keys that move a replay, alone or as a side of a comparison; as in video and terminal players. */
export const playKeys: KeyTable<PlayCommand> = {
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
        ...withOrWithoutShift<PlayCommand>('Home', { do: 'share', share: 0 }),
        ...withOrWithoutShift<PlayCommand>('End', { do: 'share', share: 1 }),
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
    { help: 'key.help.news', does: withOrWithoutShift('u', { do: 'news' }) },
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

/** Runs a command of the replay itself. Returns whether there was anything to do: there may be nothing to step to. */
export function runCommand(replay: Replay, command: PlayCommand): boolean {
  switch (command.do) {
    case 'toggle':
      replay.toggle();
      return true;
    case 'step':
      return stepReplay(replay, command.by, command.to);
    case 'share':
      seekToShare(replay, command.share);
      return true;
    case 'rate':
      replay.setRate(Math.min(Math.max(replay.getState().rate * command.by, minRate), maxRate));
      return true;
    case 'paced':
      replay.setPlayback(replay.getState().playback === 'paced' ? 'clock' : 'paced');
      return true;
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
  /** `U` was pressed. */
  onNews?: (() => void) | undefined;
  /** A key asked for an error, and there is none in this direction. */
  onNoError?: ((to: Direction) => void) | undefined;
  /** The reader moved the playhead. */
  onMove?: (() => void) | undefined;
}

/** What a command does; undefined if nobody answers it, so that its key is left to others. */
function actionOf(command: ReplayCommand, replay: Replay, options: ReplayKeysOptions): (() => void) | undefined {
  const { onLevel, onCopy, onNote, onMatch, onMove } = options;
  switch (command.do) {
    case 'help':
      return () => options.onHelp?.();
    case 'close':
      return undefined;
    case 'lanes':
      return options.onLanes;
    case 'outline':
      return options.onOutline;
    case 'find':
      return options.onFind;
    case 'focus':
      return options.onFocus;
    case 'news':
      return options.onNews;
    case 'level':
      return onLevel && (() => onLevel(command.level));
    case 'copy':
      return onCopy && (() => onCopy(command.as));
    case 'note':
      return onNote && (() => onNote(command.as));
    case 'match':
      // Only going there shows whether there is a match.
      return onMatch?.(command.by) === true ? () => onMove?.() : undefined;
    default:
      return () => play(replay, command, options);
  }
}

function play(replay: Replay, command: PlayCommand, { onNoError, onMove }: ReplayKeysOptions): void {
  const isDone = runCommand(replay, command);
  if (!isDone && command.do === 'step' && command.by === 'error') onNoError?.(command.to);
  if (command.do !== 'rate' && command.do !== 'paced') onMove?.();
}

/**
 * Key handler for the element around a replay; `replayKeys` has its keys. Ignores keys already handled inside, and keys that an input needs.
 */
export function useReplayKeys(options: ReplayKeysOptions): (event: KeyboardEvent) => void {
  const replay = useReplayStore();
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing)
      return;
    const command = isOwnKey(event.target, event.key) ? undefined : commandOf(event);
    const act = command && actionOf(command, replay, options);
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
}
