/** The replay's source of time. It is passed in, so that tests and stories decide how time passes. */
export interface Clock {
  /** Milliseconds since an arbitrary fixed moment; never decreases. */
  now(): number;
  /** Calls back once, at least `delayMs` from now. Returns a function that cancels it. */
  schedule(callback: () => void, delayMs: number): () => void;
}

/** Longest delay that the timers of browsers and Node accept; with a longer one they fire at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Real time, for apps; works in a browser, a worker and Node. */
export function createSystemClock(): Clock {
  return {
    now: () => performance.now(),
    schedule(callback, delayMs) {
      // A callback that comes too early does no harm: the replay reads the clock and schedules the rest.
      const timer = setTimeout(callback, Math.min(delayMs, MAX_DELAY_MS));
      return () => clearTimeout(timer);
    },
  };
}

export interface ManualClock extends Clock {
  /** Lets time pass, and calls back what becomes due on the way, each at its own moment and in order. */
  advance(ms: number): void;
  /** How many callbacks are waiting. */
  pending(): number;
}

/** A clock that moves only when asked to, for tests and stories. */
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
