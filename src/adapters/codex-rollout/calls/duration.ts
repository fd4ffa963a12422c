import { asNumber, asObject, type JsonObject } from '../../read/jsonObject.ts';

/** Milliseconds that something took, by its `duration` as `{secs, nanos}` or its `duration_ms`; undefined without one. */
export function durationOf(end: JsonObject | undefined): number | undefined {
  const duration = asObject(end?.duration);
  const seconds = asNumber(duration?.secs);
  if (seconds !== undefined && seconds >= 0) {
    return Math.round(seconds * 1000 + (asNumber(duration?.nanos) ?? 0) / 1e6);
  }
  const measured = asNumber(end?.duration_ms);
  return measured === undefined || measured < 0 ? undefined : Math.round(measured);
}
