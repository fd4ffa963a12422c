/** Least time between two looks, and the most of the time that they may take. */
const PAUSE_MS = 500;
const SHARE = 1 / 10;

/** Looks at all folders: never two at once, and not so often that they take most of the time. */
export interface Looks {
  /** Looks now; while a look goes on, waits for that one. */
  now(): Promise<void>;
  /** Looks once the last look is long enough ago. */
  soon(): void;
  /** The look that goes on. */
  readonly running: Promise<void> | undefined;
  /** When the last look ended, in milliseconds since 1970; 0 before the first. */
  readonly endedAt: number;
  /** Forgets a look that is still to come. */
  stop(): void;
}

/** `failed` hears why a look of `soon` failed. */
export function createLooks(look: () => Promise<void>, failed: (error: unknown) => void): Looks {
  let running: Promise<void> | undefined;
  let endedAt = 0;
  let pauseMs = 0;
  let timer: NodeJS.Timeout | undefined;
  const timed = async (): Promise<void> => {
    const start = performance.now();
    try {
      await look();
    } finally {
      running = undefined;
      endedAt = Date.now();
      pauseMs = Math.max(PAUSE_MS, (performance.now() - start) * (1 / SHARE - 1));
    }
  };
  const now = (): Promise<void> => {
    running ??= timed();
    return running;
  };
  const atLast = (): void => {
    timer = undefined;
    now().catch(failed);
  };
  return {
    now,
    soon() {
      timer ??= setTimeout(atLast, Math.max(0, endedAt + pauseMs - Date.now()));
    },
    get running() {
      return running;
    },
    get endedAt() {
      return endedAt;
    },
    stop: () => clearTimeout(timer),
  };
}
