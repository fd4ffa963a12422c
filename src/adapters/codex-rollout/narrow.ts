import { isJsonObject, type JsonObject } from '../read/jsonObject.ts';

/** A JSON object of which nothing is known. */
export type Fields = JsonObject;

/** The value as an object; undefined where it is none. */
export function asObject(value: unknown): Fields | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** The value as a list; empty where it is none. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
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

/** Milliseconds that something took, by its `duration` as `{secs, nanos}` or its `duration_ms`; undefined without one. */
export function durationOf(end: Fields | undefined): number | undefined {
  const duration = asObject(end?.duration);
  const seconds = asNumber(duration?.secs);
  if (seconds !== undefined && seconds >= 0) {
    return Math.round(seconds * 1000 + (asNumber(duration?.nanos) ?? 0) / 1e6);
  }
  const measured = asNumber(end?.duration_ms);
  return measured === undefined || measured < 0 ? undefined : Math.round(measured);
}
