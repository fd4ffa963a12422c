import type { SessionIndex } from '../sessionIndex.ts';
import { alignInSlices } from './alignSteps.ts';
import type { Comparison } from './comparison.ts';

/** Keeps a comparison up with two sessions. */
export interface Aligning {
  /** Wants these two compared. Others than before end what goes on; the same ones, grown, come after it. */
  align(left: SessionIndex, right: SessionIndex): void;
  /** Ends what goes on. */
  end(): void;
}

interface Pair {
  readonly left: SessionIndex;
  readonly right: SessionIndex;
}

/**
 * Compares two sessions in slices whenever they are others or have grown, and tells each result. A log that grows all the time
 * does not keep a comparison from ever being done: the one that goes on is finished first.
 */
export function keepAligned(onAligned: (comparison: Comparison) => void): Aligning {
  let running: { readonly pair: Pair; readonly controller: AbortController } | undefined;
  let wanted: Pair | undefined;
  const start = (pair: Pair): void => {
    const controller = new AbortController();
    running = { pair, controller };
    alignInSlices(pair.left, pair.right, { signal: controller.signal }).then(
      (comparison) => {
        if (controller.signal.aborted) return;
        running = undefined;
        onAligned(comparison);
        if (wanted !== undefined && !isSame(wanted, pair)) start(wanted);
      },
      // Rejects only when it is ended.
      () => undefined,
    );
  };
  return {
    align(left, right) {
      wanted = { left, right };
      if (running !== undefined && isOf(running.pair, wanted)) return;
      running?.controller.abort();
      start(wanted);
    },
    end() {
      running?.controller.abort();
      running = undefined;
      wanted = undefined;
    },
  };
}

function isSame(one: Pair, other: Pair): boolean {
  return one.left === other.left && one.right === other.right;
}

/** Whether two pairs are the same sessions, whatever they have grown to. */
export function isOf(one: Pair, other: Pair): boolean {
  return idOf(one.left) === idOf(other.left) && idOf(one.right) === idOf(other.right);
}

function idOf({ session }: SessionIndex): string {
  return session.session_id;
}
