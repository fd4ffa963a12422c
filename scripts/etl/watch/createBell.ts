import { watch } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Changes within this time, in milliseconds, are handled together. */
const SETTLE_MS = 300;

/** How often to look even when nothing was reported: some file systems report nothing. */
const LOOK_MS = 5000;

export interface Bell {
  /** Resolves when it is time to look again, and at once when the signal aborts. One at a time. */
  next(): Promise<void>;
}

/** Fires shortly after something below the paths changes, and every few seconds in any case. */
export function createBell(paths: readonly string[], signal: AbortSignal): Bell {
  /** Ends the wait for the next look after this time, in milliseconds. */
  let wake = (_afterMs: number): void => undefined;
  // One listener for all waits: one for each would pile up for as long as the signal lives.
  signal.addEventListener('abort', () => wake(0), { once: true });
  for (const path of new Set(paths.map((each) => resolve(each)))) {
    for (const target of [path, dirname(path)]) {
      try {
        watch(target, { recursive: target === path, signal }, () => wake(SETTLE_MS)).on('error', () => undefined);
        break;
      } catch {
        // A path that cannot be watched, or a glob: its folder may be; else the next look finds it.
      }
    }
  }
  return {
    next: () =>
      new Promise((resolved) => {
        let endsAt = Number.POSITIVE_INFINITY;
        let timer: NodeJS.Timeout | undefined;
        wake = (afterMs) => {
          const wanted = performance.now() + afterMs;
          if (wanted >= endsAt) return;
          endsAt = wanted;
          clearTimeout(timer);
          timer = setTimeout(resolved, afterMs);
        };
        wake(signal.aborted ? 0 : LOOK_MS);
      }),
  };
}
