import type { SessionIndex } from '../sessionIndex.ts';
import { alignInSlices } from './alignSteps.ts';
import type { Comparison } from './comparison.ts';

/** Keeps a comparison of two sessions up to date. */
export interface Aligning {
  /** Compares two sessions. Two other sessions cancel the running comparison; the same ones, grown, are compared after it. */
  align(left: SessionIndex, right: SessionIndex): void;
  /** Cancels the running comparison. */
  end(): void;
}

interface Pair {
  readonly left: SessionIndex;
  readonly right: SessionIndex;
}

/**
 * Compares two sessions in slices whenever they change or have grown, and reports each result. A running comparison is finished before
 * grown sessions are compared, so a log that keeps growing still gets results.
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
      // Rejects only when it is cancelled.
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

/** Whether two pairs are the same sessions, however much they have grown. */
export function isOf(one: Pair, other: Pair): boolean {
  return idOf(one.left) === idOf(other.left) && idOf(one.right) === idOf(other.right);
}

function idOf({ session }: SessionIndex): string {
  return session.session_id;
}
