import { finish } from './slices.ts';

/**
 * Remembers the results of a pure function for the same argument objects, for as long as those live. A selector over a whole session is
 * therefore computed once, however often it is asked, and no derived value has to be in a store.
 */
export function memoize<Keys extends readonly [object, ...object[]], Result extends object>(
  compute: (...keys: Keys) => Result,
): (...keys: Keys) => Result {
  const memory = createMemory<Result>();
  return (...keys) => memory.get(keys) ?? memory.set(keys, compute(...keys));
}

/** A function over a whole session whose results are remembered, and which can be computed step by step. */
export interface Stepped<Keys extends readonly object[], Result> {
  (...keys: Keys): Result;
  /** Computes the result in steps of some milliseconds, unless it is known. The function then gives it at once. */
  steps(...keys: Keys): Generator<undefined, Result>;
}

/** Remembers the results of a pure function as {@link memoize} does. `compute` pauses, by a `yield`, wherever some milliseconds are over. */
export function memoizeSteps<Keys extends readonly [object, ...object[]], Result extends object>(
  compute: (...keys: Keys) => Generator<undefined, Result>,
): Stepped<Keys, Result> {
  const memory = createMemory<Result>();
  const atOnce = (...keys: Keys): Result => memory.get(keys) ?? memory.set(keys, finish(compute(...keys)));
  return Object.assign(atOnce, {
    *steps(...keys: Keys): Generator<undefined, Result> {
      const known = memory.get(keys);
      if (known !== undefined) return known;
      const result = yield* compute(...keys);
      // Something that could not wait may have computed it meanwhile.
      return memory.get(keys) ?? memory.set(keys, result);
    },
  });
}

interface Memory<Result> {
  get(keys: readonly object[]): Result | undefined;
  /** Returns the result. */
  set(keys: readonly object[], result: Result): Result;
}

function createMemory<Result extends object>(): Memory<Result> {
  const root = new WeakMap<object, unknown>();
  return {
    get(keys) {
      let level: unknown = root;
      for (const key of keys) {
        if (level === undefined) return undefined;
        level = (level as WeakMap<object, unknown>).get(key);
      }
      return level as Result | undefined;
    },
    set(keys, result) {
      let level = root;
      for (const key of keys.slice(0, -1)) {
        let next = level.get(key) as WeakMap<object, unknown> | undefined;
        if (next === undefined) {
          next = new WeakMap();
          level.set(key, next);
        }
        level = next;
      }
      level.set(keys[keys.length - 1] as object, result);
      return result;
    },
  };
}
