type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/**
 * The fields that have a value: JSON has no `undefined`. Where all have one, the object itself comes back. Called for
 * every item: the plain loop takes a third of the time of entries filtered and put together again.
 */
export function defined<T extends object>(fields: T): Defined<T> {
  const given = fields as Readonly<Record<string, unknown>>;
  const keys = Object.keys(given);
  if (keys.every((key) => given[key] !== undefined)) return fields as Defined<T>;
  const kept: Record<string, unknown> = {};
  for (const key of keys) {
    const value = given[key];
    if (value === undefined) continue;
    // Assigning to it would set the prototype.
    if (key === '__proto__')
      Object.defineProperty(kept, key, { value, enumerable: true, configurable: true, writable: true });
    else kept[key] = value;
  }
  return kept as Defined<T>;
}

type Extensions = Record<string, unknown>;

/** Puts a format's own fields under its name, over what stands there. */
export function mergeExtensions(
  base: Extensions | undefined,
  format: string,
  more: Extensions | undefined,
): Extensions | undefined {
  if (more === undefined || Object.keys(more).length === 0) return base;
  const before = base?.[format];
  return { ...base, [format]: typeof before === 'object' && before !== null ? { ...before, ...more } : more };
}
