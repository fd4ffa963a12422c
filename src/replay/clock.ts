/** What a replay knows of time. It is given one, so that tests and stories decide how time passes. */
export interface Clock {
  /** Milliseconds since any fixed moment; never goes backwards. */
  now(): number;
  /** Calls back once, at least `delayMs` from now. Returns what cancels it. */
  schedule(callback: () => void, delayMs: number): () => void;
}

/** Longest delay that timers of browsers and Node take; beyond it they fire at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Real time, for apps: in a browser, a worker and Node alike. */
export function createSystemClock(): Clock {
  return {
    now: () => performance.now(),
    schedule(callback, delayMs) {
      // A callback that comes too early does no harm: the replay looks at the clock and schedules the rest.
      const timer = setTimeout(callback, Math.min(delayMs, MAX_DELAY_MS));
      return () => clearTimeout(timer);
    },
  };
}
