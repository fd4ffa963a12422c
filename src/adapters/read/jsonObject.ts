import { isJsonObject } from '../../session/internal.ts';

export { isJsonObject };

/** A JSON object with unknown fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The object that a text is as JSON; undefined if it is no JSON, or no object. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The value as a text; undefined where it is none. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The value as a text that says something; undefined where it is none or blank. */
export function asWords(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The value as a finite number; undefined where it is none. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The value as an object; undefined where it is none. */
export function asObject(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** The value as a list; empty where it is none. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The same for a field of a record by its name. A field whose type is not the requested one counts as absent. */
export const field = {
  text: (record: JsonObject, key: string): string | undefined => asText(record[key]),
  number: (record: JsonObject, key: string): number | undefined => asNumber(record[key]),
  flag(record: JsonObject, key: string): boolean | undefined {
    const value = record[key];
    return typeof value === 'boolean' ? value : undefined;
  },
  object: (record: JsonObject, key: string): JsonObject | undefined => asObject(record[key]),
  list: (record: JsonObject, key: string): readonly unknown[] => asList(record[key]),
  /** The objects of a list; other elements are skipped. */
  objects: (record: JsonObject, key: string): readonly JsonObject[] => asList(record[key]).filter(isJsonObject),
};

/**
 * A JSON value as text: values other than texts and numbers as their JSON. Do not use `String` on logs: it throws for an object with a
 * `toString` field, which any log may contain.
 */
export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? jsonText(value) : String(value);
}

/** Number of levels written for a value that the engine cannot serialise. */
const deepestWritten = 100;

/**
 * Serialises a JSON value. A log may nest deeper than an engine can serialise (Node 20 fails after some thousand levels): then everything
 * deeper than a hundred levels becomes `…`.
 */
export function jsonText(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return JSON.stringify(cutBelow(value, deepestWritten), null, indent);
  }
}

function cutBelow(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '…';
  if (Array.isArray(value)) return value.map((each) => cutBelow(each, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cutBelow(each, levels - 1)]));
}
