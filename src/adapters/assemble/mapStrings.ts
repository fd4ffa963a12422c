/** How a value is copied while its strings change. */
export interface MapStringsOptions {
  /** The new text of a string; `pointer` gives its JSON Pointer. */
  text(text: string, pointer: () => string): string;
  /** The new name of a key. Default: keys stay. */
  key?(key: string): string;
  /** What stands in place of anything nested deeper than `maxDepth`. */
  tooDeep?(): unknown;
  maxDepth?: number;
}

/**
 * A JSON value with other strings. What does not change is not copied: a value in which nothing changes comes back
 * itself. A key named `__proto__` stays a key.
 */
export function mapStrings(value: unknown, options: MapStringsOptions): unknown {
  const path: (string | number)[] = [];
  const pointer = (): string => path.map((step) => `/${escapePointer(String(step))}`).join('');

  const map = (each: unknown): unknown => {
    if (typeof each === 'string') return options.text(each, pointer);
    if (typeof each !== 'object' || each === null) return each;
    if (options.maxDepth !== undefined && path.length >= options.maxDepth) return options.tooDeep?.();
    return Array.isArray(each) ? mapArray(each) : mapObject(each as Record<string, unknown>);
  };

  const mapAt = (step: string | number, each: unknown): unknown => {
    path.push(step);
    const mapped = map(each);
    path.pop();
    return mapped;
  };

  const mapArray = (list: readonly unknown[]): readonly unknown[] => {
    let copy: unknown[] | undefined;
    for (let index = 0; index < list.length; index += 1) {
      const mapped = mapAt(index, list[index]);
      if (mapped === list[index]) continue;
      copy ??= [...list];
      copy[index] = mapped;
    }
    return copy ?? list;
  };

  const mapObject = (object: Record<string, unknown>): Record<string, unknown> => {
    let entries: [string, unknown][] | undefined;
    const keys = Object.keys(object);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] ?? '';
      const mapped = mapAt(key, object[key]);
      const name = options.key === undefined ? key : options.key(key);
      if (mapped !== object[key] || name !== key)
        entries ??= keys.slice(0, index).map((each) => [each, object[each]] as [string, unknown]);
      entries?.push([name, mapped]);
    }
    // fromEntries defines own properties, so that a key `__proto__` stays a key.
    return entries === undefined ? object : Object.fromEntries(entries);
  };

  return map(value);
}

function escapePointer(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
