const isoPattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;

/** Largest distance from 1970 that a Date can hold, in milliseconds. */
const LIMIT = 8.64e15;

/** Milliseconds since 1970 of an ISO 8601 time or a number of them; a time without a zone is taken as UTC. */
export function toMillis(time: string | number | undefined): number | undefined {
  if (typeof time === 'number') return Number.isFinite(time) && Math.abs(time) <= LIMIT ? Math.round(time) : undefined;
  const match = time === undefined ? null : isoPattern.exec(time.trim());
  if (match === null) return undefined;
  const [, day, clock = '00:00', fraction = '', zone = 'Z'] = match;
  const colonZone = zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const full = clock.length === 5 ? `${clock}:00` : clock;
  const millis = Date.parse(`${day}T${full}.${fraction.slice(0, 3).padEnd(3, '0')}${colonZone}`);
  return Number.isNaN(millis) ? undefined : millis;
}

/** The form in which the kit writes times: UTC, milliseconds. */
export function toIso(millis: number): string {
  return new Date(millis).toISOString();
}
