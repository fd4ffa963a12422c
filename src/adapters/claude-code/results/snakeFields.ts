import type { JsonObject } from '../../read/jsonObject.ts';

/** The fields of an object under snake_case names, without the ones named and without empty ones. */
export function snakeFields(
  object: JsonObject | undefined,
  without: ReadonlySet<string>,
): Record<string, unknown> | undefined {
  const entries = Object.entries(object ?? {}).filter(([key, value]) => !without.has(key) && !isEmpty(value));
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.map(([key, value]) => [snakeCase(key), value]));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === false;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
}
