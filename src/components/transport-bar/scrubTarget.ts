import { axisOf, playbackMs, progressAt, type Replay } from '../../replay/index.ts';
import { commandOfKey, type KeyTable } from '../shared/keyTable.ts';

/** Fractions of the playback that an arrow key and a page key move by. */
const step = 0.01;
const page = 0.1;

/** Goes to a position of the playback, 0…1; if all items share one moment, to one of the items. */
export function seekToShare(replay: Replay, share: number): void {
  const state = replay.getState();
  const axis = axisOf(state);
  const within = Math.min(1, Math.max(0, share));
  if (axis.playbackDuration > 0) replay.seek(axis.fromPlayback(playbackMs(within * axis.playbackDuration)));
  else replay.seekToItem(Math.round(within * (state.index.items.length - 1)));
}

/** How much of the playback is behind the playhead right now, 0…1. */
export function shareOf(replay: Replay): number {
  const state = replay.getState();
  return progressAt(state.index, axisOf(state), replay.position());
}

/** Keys of a slider: each maps a fraction of the playback to the new one. */
export const scrubKeys: KeyTable<(share: number) => number> = {
  where: 'key.group.scrub',
  lines: [
    { help: 'key.help.hundredth', does: { ArrowLeft: (share) => share - step, ArrowRight: (share) => share + step } },
    { does: { ArrowDown: (share) => share - step, ArrowUp: (share) => share + step } },
    { help: 'key.help.tenth', does: { PageDown: (share) => share - page, PageUp: (share) => share + page } },
    { help: 'key.help.bothEnds', does: { Home: () => 0, End: () => 1 } },
  ],
};

/** The fraction that a key of a slider moves to, 0…1; undefined for other keys. */
export function shareAfterKey(key: string, share: number): number | undefined {
  const wanted = commandOfKey(scrubKeys, { key, shiftKey: false })?.(share);
  return wanted === undefined ? undefined : Math.min(1, Math.max(0, wanted));
}
