import { type Direction, maxRate, minRate, type Replay, type Step } from '../../replay/index.ts';
import { unfoldRuns } from '../shared/unfoldRuns.ts';
import { seekToShare } from './scrubTarget.ts';

/** What a key asks of a replay. */
export type ReplayCommand =
  | { readonly do: 'toggle' }
  | { readonly do: 'step'; readonly by: Step; readonly to: Direction }
  | { readonly do: 'share'; readonly share: number }
  /** Faster or slower, by a factor. */
  | { readonly do: 'rate'; readonly by: number }
  | { readonly do: 'lanes' }
  | { readonly do: 'find' }
  /** Details over the list, and back. */
  | { readonly do: 'focus' }
  /** To the next match of the search, or the one before. */
  | { readonly do: 'match'; readonly by: -1 | 1 }
  | { readonly do: 'help' };

/** What of a key event is looked at. */
export interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

function step(by: Step, to: Direction): ReplayCommand {
  return { do: 'step', by, to };
}

/** The command of a key, as players of videos and of terminal recordings have them; undefined where it has none. */
export function commandOf({ key, shiftKey }: PressedKey): ReplayCommand | undefined {
  if (/^[0-9]$/.test(key)) return { do: 'share', share: Number(key) / 10 };
  switch (key) {
    case ' ':
      return { do: 'toggle' };
    case 'ArrowLeft':
      return step(shiftKey ? 'prompt' : 'call', 'backward');
    case 'ArrowRight':
      return step(shiftKey ? 'prompt' : 'call', 'forward');
    case ',':
      return step('item', 'backward');
    case '.':
      return step('item', 'forward');
    case '[':
      return step('phase', 'backward');
    case ']':
      return step('phase', 'forward');
    case 'm':
    case 'M':
      return step('message', shiftKey ? 'backward' : 'forward');
    case 'e':
    case 'E':
      return step('error', shiftKey ? 'backward' : 'forward');
    case '<':
      return { do: 'rate', by: 0.5 };
    case '>':
      return { do: 'rate', by: 2 };
    case 'Home':
      return { do: 'share', share: 0 };
    case 'End':
      return { do: 'share', share: 1 };
    case 'v':
    case 'V':
      return { do: 'lanes' };
    case 'f':
    case 'F':
      return { do: 'focus' };
    case '/':
      return { do: 'find' };
    case 'n':
    case 'N':
    case 'F3':
      return { do: 'match', by: shiftKey ? -1 : 1 };
    case '?':
      return { do: 'help' };
    default:
      return undefined;
  }
}

/**
 * Steps, and by single rows where there is no call to step to: before the first one, after the last, or at all. An error in a run that
 * is folded away is shown.
 */
export function stepReplay(replay: Replay, by: Step, to: Direction): void {
  const stepped = replay.step(by, to);
  if (!stepped && by === 'call') replay.step('item', to);
  if (!stepped || by !== 'error') return;
  const { index, position } = replay.getState();
  const error = index.items[position.item];
  if (error === undefined) return;
  unfoldRuns(replay, error);
  // Open details came to the row of the folded run; the error itself has one now.
  if (replay.getState().selection !== undefined) replay.select(error.id);
}

/** Does what a key asks of the replay itself. Help, lanes and a search are shown around it, by whoever has them. */
export function obey(replay: Replay, command: ReplayCommand): void {
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
    case 'help':
    case 'lanes':
    case 'find':
    case 'focus':
    case 'match':
      break;
    default:
      command satisfies never;
  }
}
