import type { Replay } from '../createReplay.ts';
import { axisOf } from '../playhead.ts';
import { progressAt } from '../selectors/progressAt.ts';

/** What moves a playhead, apart from the replay. */
export interface PlayheadHost {
  /** Shows how much of the replay lies behind it, 0…1. */
  show(progress: number): void;
  /** Calls back before the next frame. Returns what cancels it. */
  nextFrame(callback: () => void): () => void;
  /** Whether the reader wants no motion: then the playhead goes from item to item. */
  reducesMotion(): boolean;
}

/** Shows the progress of a replay for as long as it is wanted: each frame while it plays, else when it changes. */
export function drivePlayhead(replay: Replay, host: PlayheadHost): () => void {
  let cancelFrame: (() => void) | undefined;
  const show = (): void => {
    const state = replay.getState();
    const position = host.reducesMotion() ? state.position : replay.position();
    host.show(progressAt(state.index, axisOf(state), position));
  };
  const follow = (): void => {
    cancelFrame?.();
    cancelFrame = undefined;
    show();
    if (replay.getState().status === 'playing' && !host.reducesMotion()) cancelFrame = host.nextFrame(follow);
  };
  const unsubscribe = replay.subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    cancelFrame?.();
  };
}
