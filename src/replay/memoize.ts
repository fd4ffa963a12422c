/**
 * Remembers the results of a pure function for the same argument objects, for as long as those live. A selector over a whole session is
 * therefore computed once, however often it is asked, and no derived value has to be in a store.
 */
export function memoize<Keys extends readonly [object, ...object[]], Result extends object>(
  compute: (...keys: Keys) => Result,
): (...keys: Keys) => Result {
  const root = new WeakMap<object, unknown>();
  return (...keys) => {
    let level = root;
    for (const key of keys.slice(0, -1)) {
      let next = level.get(key) as WeakMap<object, unknown> | undefined;
      if (next === undefined) {
        next = new WeakMap();
        level.set(key, next);
      }
      level = next;
    }
    const last = keys[keys.length - 1] as object;
    const known = level.get(last) as Result | undefined;
    if (known !== undefined) return known;
    const result = compute(...keys);
    level.set(last, result);
    return result;
  };
}
