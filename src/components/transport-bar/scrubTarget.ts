import { axisOf, playbackMs, progressAt, type Replay } from '../../replay/index.ts';

/** Part of the playback that an arrow key moves by, and one of the page keys. */
const step = 0.01;
const page = 0.1;

/** Goes to a place of the playback, 0…1; where all items share one moment, to one of the items. */
export function seekToShare(replay: Replay, share: number): void {
  const state = replay.getState();
  const axis = axisOf(state);
  const within = Math.min(1, Math.max(0, share));
  if (axis.playbackDuration > 0) replay.seek(axis.fromPlayback(playbackMs(within * axis.playbackDuration)));
  else replay.seekToItem(Math.round(within * (state.index.items.length - 1)));
}

/** How much of the playback lies behind the playhead right now, 0…1. */
export function shareOf(replay: Replay): number {
  const state = replay.getState();
  return progressAt(state.index, axisOf(state), replay.position());
}

/** Where a key of a slider moves it to; undefined for other keys. */
export function shareAfterKey(key: string, share: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(1, share + step);
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, share - step);
    case 'PageUp':
      return Math.min(1, share + page);
    case 'PageDown':
      return Math.max(0, share - page);
    case 'Home':
      return 0;
    case 'End':
      return 1;
    default:
      return undefined;
  }
}
