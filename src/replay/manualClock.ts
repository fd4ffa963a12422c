import type { Clock } from './clock.ts';

export interface ManualClock extends Clock {
  /** Lets time pass, and calls back what falls due on the way, each at its own moment and in order. */
  advance(ms: number): void;
  /** How many callbacks are waiting. */
  pending(): number;
}

/** A clock that stands still until told otherwise, for tests and stories. */
export function createManualClock(start = 0): ManualClock {
  let now = start;
  const waiting = new Set<{ readonly due: number; readonly callback: () => void }>();
  const nextDue = (until: number) =>
    [...waiting].filter(({ due }) => due <= until).reduce((first, each) => (each.due < first.due ? each : first), none);

  return {
    now: () => now,
    schedule(callback, delayMs) {
      const entry = { due: now + Math.max(0, delayMs), callback };
      waiting.add(entry);
      return () => waiting.delete(entry);
    },
    advance(ms) {
      const until = now + ms;
      for (let next = nextDue(until); next !== none; next = nextDue(until)) {
        waiting.delete(next);
        now = Math.max(now, next.due);
        next.callback();
      }
      now = until;
    },
    pending: () => waiting.size,
  };
}

const none = { due: Number.POSITIVE_INFINITY, callback: () => undefined };
