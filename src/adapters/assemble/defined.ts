type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that have a value: JSON has no `undefined`. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
