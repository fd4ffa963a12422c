import { isJsonObject } from '../../session/internal.ts';

export {
  asList,
  asNumber,
  asObject,
  asText,
  field,
  fieldsOf,
  filledText,
  isJsonObject,
} from '../../session/internal.ts';

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
