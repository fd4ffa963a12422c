import { isJsonObject } from '../../session/internal.ts';

export { isJsonObject };

/** A JSON object of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Reads single fields of raw records. A field that has another type than the one asked for counts as absent. */
export const field = {
  text(record: JsonObject, key: string): string | undefined {
    const value = record[key];
    return typeof value === 'string' ? value : undefined;
  },
  /** Only finite numbers. */
  number(record: JsonObject, key: string): number | undefined {
    const value = record[key];
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  },
  flag(record: JsonObject, key: string): boolean | undefined {
    const value = record[key];
    return typeof value === 'boolean' ? value : undefined;
  },
  object(record: JsonObject, key: string): JsonObject | undefined {
    const value = record[key];
    return isJsonObject(value) ? value : undefined;
  },
  /** Empty where there is no list. */
  list(record: JsonObject, key: string): readonly unknown[] {
    const value = record[key];
    return Array.isArray(value) ? value : [];
  },
  /** The objects of a list; what else stands in it is left out. */
  objects(record: JsonObject, key: string): readonly JsonObject[] {
    return field.list(record, key).filter(isJsonObject);
  },
};

/**
 * A JSON value as text: what is no text or number as its JSON. `String` is not for logs: it throws where an object has a
 * `toString` of its own, as any log may hold one.
 */
export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? jsonText(value) : String(value);
}

/** What is written of a value that the engine cannot write as it is, in levels. */
const deepestWritten = 100;

/**
 * A JSON value as its JSON. A log may nest deeper than an engine writes (Node 20 gives up after some thousand levels): then what
 * lies deeper than a hundred is `…`.
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
