const isoPattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;

/** The range of years that ISO 8601 writes with four digits, in milliseconds since 1970. */
const earliest = Date.parse('0000-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Milliseconds since 1970 of an ISO 8601 time, or of a number that is already in milliseconds; a time without a zone is taken as UTC.
 * Undefined for anything else, and outside the years 0 to 9999.
 */
export function toMillis(time: string | number | undefined): number | undefined {
  if (typeof time === 'number') return time >= earliest && time <= latest ? Math.round(time) : undefined;
  const usual = usualMillis(time);
  if (usual !== undefined) return usual;
  const match = time === undefined ? null : isoPattern.exec(time.trim());
  if (match === null) return undefined;
  const [, day, clock = '00:00', fraction = '', zone = 'Z'] = match;
  const colonZone = zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  const full = clock.length === 5 ? `${clock}:00` : clock;
  const millis = Date.parse(`${day}T${full}.${fraction.slice(0, 3).padEnd(3, '0')}${colonZone}`);
  return Number.isNaN(millis) ? undefined : millis;
}

/**
 * Nearly all logs use the kit's own form. It is recognised by its round trip, which is cheaper than a pattern; on the same day as the last
 * time it is read from its digits, which is cheaper still.
 */
function usualMillis(time: string | undefined): number | undefined {
  if (time === undefined || time.length !== 24 || !time.endsWith('Z')) return undefined;
  const clock = time.startsWith(lastDayText) ? clockMillis(time) : undefined;
  if (clock !== undefined) return lastDay * DAY_MS + clock;
  const millis = Date.parse(time);
  return !Number.isNaN(millis) && toIso(millis) === time ? millis : undefined;
}

/** Milliseconds of the day in `…THH:mm:ss.sssZ`; undefined where the form differs. */
function clockMillis(time: string): number | undefined {
  if (time[13] !== ':' || time[16] !== ':' || time[19] !== '.') return undefined;
  const [hours, minutes, seconds] = [digits(time, 11, 13), digits(time, 14, 16), digits(time, 17, 19)];
  const millis = ((hours * 60 + minutes) * 60 + seconds) * 1000 + digits(time, 20, 23);
  return hours < 24 && minutes < 60 && seconds < 60 && millis >= 0 ? millis : undefined;
}

/** The number between two positions; NaN where there are other characters than digits. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

const DAY_MS = 86_400_000;

/** The day of the last time written; the next one nearly always has the same day. */
let lastDay = 0;
let lastDayText = '1970-01-01T';
/** The characters of the last time written. */
const written = Array.from(`${lastDayText}00:00:00.000Z`, codeOf);

function codeOf(character: string): number {
  return character.charCodeAt(0);
}

/**
 * Writes a time in the kit's form, UTC with milliseconds; clamped to the years 0 to 9999. It is made of characters: V8 keeps a text that
 * was joined from parts as these parts, and makes JSON of an object that holds one at a quarter of its pace.
 */
export function toIso(millis: number): string {
  const kept = Math.trunc(Math.min(Math.max(millis, earliest), latest));
  const day = Math.floor(kept / DAY_MS);
  if (day !== lastDay) {
    lastDayText = new Date(kept).toISOString().slice(0, 11);
    lastDay = day;
    for (let at = 0; at < lastDayText.length; at += 1) written[at] = lastDayText.charCodeAt(at);
  }
  const ms = kept - day * DAY_MS;
  write(11, 13, ms / 3_600_000);
  write(14, 16, (ms / 60_000) % 60);
  write(17, 19, (ms / 1000) % 60);
  write(20, 23, ms % 1000);
  return String.fromCharCode(...written);
}

/** Writes the digits of a number between two positions. */
function write(from: number, to: number, value: number): void {
  let rest = Math.trunc(value);
  for (let at = to - 1; at >= from; at -= 1) {
    written[at] = 0x30 + (rest % 10);
    rest = Math.trunc(rest / 10);
  }
}
