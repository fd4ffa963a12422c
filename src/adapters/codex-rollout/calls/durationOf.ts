import { asNumber, asObject } from '../narrow.ts';

/** Milliseconds of a duration as `{secs, nanos}`; undefined where it is none. */
export function durationOf(duration: unknown): number | undefined {
  const fields = asObject(duration);
  const seconds = asNumber(fields?.secs);
  if (seconds === undefined || seconds < 0) return undefined;
  return Math.round(seconds * 1000 + (asNumber(fields?.nanos) ?? 0) / 1e6);
}
