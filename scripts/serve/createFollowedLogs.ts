/** Number of logs followed at once. */
const MOST = 4;

/** Share of the time that may be spent on one growing log. */
const SHARE = 1 / 4;

/** The logs whose sessions were opened last; what is added to them is converted as it comes. */
export interface FollowedLogs extends Iterable<string> {
  /** Follows a log; of more than four, the one that was opened longest ago is followed no more. */
  add(log: string): void;
  has(log: string): boolean;
  /** Does work for a log, unless it was worked on not long ago: it then rests three times as long as the work took. */
  workFor(log: string, work: () => Promise<unknown>): Promise<void>;
}

export function createFollowedLogs(): FollowedLogs {
  const logs = new Set<string>();
  const restsUntil = new Map<string, number>();
  return {
    [Symbol.iterator]: () => logs.values(),
    has: (log) => logs.has(log),
    add(log) {
      logs.delete(log);
      logs.add(log);
      for (const old of [...logs].slice(0, -MOST)) logs.delete(old);
    },
    async workFor(log, work) {
      if ((restsUntil.get(log) ?? 0) > Date.now()) return;
      restsUntil.set(log, Number.POSITIVE_INFINITY);
      const start = performance.now();
      try {
        await work();
      } finally {
        restsUntil.set(log, Date.now() + (performance.now() - start) * (1 / SHARE - 1));
      }
    },
  };
}
