import type { JsonObject } from '../../read/jsonObject.ts';

/** The fields of an object under snake_case names, without the ones named and without empty ones. */
export function snakeFields(
  object: JsonObject | undefined,
  without: ReadonlySet<string>,
): Record<string, unknown> | undefined {
  if (object === undefined) return undefined;
  const entries: [string, unknown][] = [];
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (!without.has(key) && !isEmpty(value)) entries.push([snakeCase(key), value]);
  }
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === false;
}

function snakeCase(name: string): string {
  return name.toLowerCase() === name ? name : name.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
}
