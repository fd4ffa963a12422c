const isoPattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;

/** The years that ISO 8601 writes with four digits, in milliseconds since 1970. */
const earliest = Date.parse('0000-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Milliseconds since 1970 of an ISO 8601 time, or of a number of them; a time without a zone is taken as UTC.
 * Undefined for anything else, and outside the years 0 to 9999.
 */
export function toMillis(time: string | number | undefined): number | undefined {
  if (typeof time === 'number') return time >= earliest && time <= latest ? Math.round(time) : undefined;
  const match = time === undefined ? null : isoPattern.exec(time.trim());
  if (match === null) return undefined;
  const [, day, clock = '00:00', fraction = '', zone = 'Z'] = match;
  const colonZone = zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const full = clock.length === 5 ? `${clock}:00` : clock;
  const millis = Date.parse(`${day}T${full}.${fraction.slice(0, 3).padEnd(3, '0')}${colonZone}`);
  return Number.isNaN(millis) ? undefined : millis;
}

/** The form in which the kit writes times, UTC with milliseconds; kept within the years 0 to 9999. */
export function toIso(millis: number): string {
  return new Date(Math.min(Math.max(millis, earliest), latest)).toISOString();
}
