import type { Clock } from './clock.ts';
import { createStore, type Store } from './createStore.ts';
import type { ReplayState } from './transition.ts';

/** The state of a replay for views that are slow to draw: behind while the playhead is held and moves. */
export interface SettledState {
  readonly store: Pick<Store<ReplayState>, 'get' | 'subscribe'>;
  /** Says whether the reader holds the playhead. */
  readonly hold: (isHeld: boolean) => void;
}

/** How long a held playhead stays before it counts as resting, in milliseconds. */
const restMs = 100;
/** How long the settled state is behind one that never rests, in milliseconds. */
const mostMs = 1000;

/**
 * Follows a store: at once, unless the playhead is held; then once nothing has changed for a moment, or after a while of changes.
 */
export function createSettledState(live: Store<ReplayState>, clock: Clock): SettledState {
  const store = createStore(live.get());
  let isHeld = false;
  let behindSince: number | undefined;
  let cancel: (() => void) | undefined;
  const settle = (): void => {
    cancel?.();
    cancel = undefined;
    behindSince = undefined;
    store.set(live.get());
  };
  live.subscribe((state, previous) => {
    // Positions are those of an index.
    if (!isHeld || state.index !== previous.index) {
      settle();
      return;
    }
    cancel?.();
    behindSince ??= clock.now();
    cancel = clock.schedule(settle, Math.min(restMs, behindSince + mostMs - clock.now()));
  });
  return {
    store,
    hold(next) {
      isHeld = next;
      if (!isHeld) settle();
    },
  };
}
