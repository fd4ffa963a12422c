import { isFilled, type JsonObject } from '../json/values.ts';

/** Renames fields to the standard's names, each from the first of its other names that is there and only where it is free. */
export function renameFields(fields: JsonObject, names: Readonly<Record<string, readonly string[]>>): JsonObject {
  const renamed = new Map<string, string>();
  for (const [name, others] of Object.entries(names)) {
    const other = others.find((each) => isFilled(fields[each]) && !renamed.has(each));
    if (other !== undefined && !isFilled(fields[name])) renamed.set(other, name);
  }
  if (renamed.size === 0) return fields;
  const replaced = new Set(renamed.values());
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([key]) => !replaced.has(key))
      .map(([key, value]) => [renamed.get(key) ?? key, value]),
  );
}
