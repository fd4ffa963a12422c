/** Calls waiting for their results, in the order in which they began. */
export interface WaitingLine<Value> {
  add(key: string, value: Value): void;
  /** Removes and returns the oldest with this key. */
  take(key: string): Value | undefined;
  /** Removes and returns the oldest. */
  takeOldest(): Value | undefined;
  /** Number of waiting calls with this key. */
  count(key: string): number;
  readonly size: number;
}

/** A queue whose operations take constant time, because a log may open any number of calls. */
export function createWaitingLine<Value>(): WaitingLine<Value> {
  const all = new Map<number, { key: string; value: Value }>();
  const byKey = new Map<string, Set<number>>();
  let added = 0;

  const takeAt = (at: number | undefined): Value | undefined => {
    const found = at === undefined ? undefined : all.get(at);
    if (at === undefined || found === undefined) return undefined;
    all.delete(at);
    const same = byKey.get(found.key);
    same?.delete(at);
    if (same?.size === 0) byKey.delete(found.key);
    return found.value;
  };

  return {
    add(key, value) {
      added += 1;
      all.set(added, { key, value });
      const same = byKey.get(key);
      if (same === undefined) byKey.set(key, new Set([added]));
      else same.add(added);
    },
    take: (key) => takeAt(byKey.get(key)?.values().next().value),
    takeOldest: () => takeAt(all.keys().next().value),
    count: (key) => byKey.get(key)?.size ?? 0,
    get size() {
      return all.size;
    },
  };
}
