import type { Carrier } from '../carrier/openCarrier.ts';
import type { JsonPath } from '../json/values.ts';
import { toIso, toMillis } from '../toMillis.ts';

/** A time as it is written, and in milliseconds since 1970. */
export interface ReadTime {
  text: string;
  ms: number;
}

/** Smaller numbers are seconds since 1970: as milliseconds they would lie in its first months. */
const FIRST_MILLISECONDS = 1e11;

/** Reads a time that may be missing; one that cannot be read is kept in the margin. */
export function readTime(path: JsonPath, value: unknown, carrier: Carrier): ReadTime | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') {
    const ms = toMillis(value);
    if (ms === undefined) carrier.unreadTime(path, value);
    return ms === undefined ? undefined : { text: value, ms };
  }
  carrier.misfit(path, value, 'an ISO 8601 time');
  if (typeof value !== 'number') return undefined;
  const ms = toMillis(Math.abs(value) < FIRST_MILLISECONDS ? value * 1000 : value);
  return ms === undefined ? undefined : { text: toIso(ms), ms };
}
