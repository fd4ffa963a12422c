/** Whether an ISO 8601 time has no zone: it is the local time of the machine that wrote it. */
export function isLocalTime(time: string | undefined): boolean {
  return time !== undefined && /\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/.test(time) && !/[+-]\d{2}:?\d{2}$/.test(time);
}

/** Whether a text names a zone: an IANA name such as `Asia/Shanghai`, or an offset such as `+08:00`. */
export function isZone(zone: string): boolean {
  if (fixedOffset(zone) !== undefined) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return !/^[+-]/.test(zone);
  } catch {
    return false;
  }
}

/**
 * A local time as ISO 8601 in UTC, read by the clocks of a zone (see {@link isZone}); any other text comes back as it is. An hour that a
 * change of clocks repeats is its first; one that it leaves out counts on from before.
 */
export function localTimeInZone(time: string, zone: string): string {
  const asUtc = isLocalTime(time) ? Date.parse(`${time.replace(' ', 'T')}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return time;
  const day = 24 * 60 * 60_000;
  const offsets = [asUtc - day, asUtc + day].map((ms) => offsetAt(zone, ms));
  const fitting = offsets.find((offset) => offsetAt(zone, asUtc - offset) === offset);
  return new Date(asUtc - (fitting ?? offsets[0] ?? 0)).toISOString();
}

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
function offsetAt(zone: string, ms: number): number {
  const fixed = fixedOffset(zone);
  if (fixed !== undefined) return fixed;
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(ms);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return fixedOffset(name.replace('GMT', '')) ?? 0;
}

/** `+08:00` in milliseconds; undefined if the text is no offset. */
function fixedOffset(text: string): number | undefined {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text) ?? [];
  if (sign === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}

const uuid7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Milliseconds since 1970 at which a UUID of version 7 was made; undefined for any other text. */
export function uuidTime(id: string | undefined): number | undefined {
  const match = id === undefined ? null : uuid7.exec(id);
  return match === null ? undefined : Number.parseInt(`${match[1]}${match[2]}`, 16);
}
