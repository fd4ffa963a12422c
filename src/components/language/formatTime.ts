import { toMillis } from '../../session/internal.ts';
import { noNumber } from './formatNumber.ts';

/** A moment: milliseconds since 1970, or ISO 8601. */
export type Moment = number | string;

/** Since this moment every time zone is a whole number of minutes from UTC, so that seconds are the same everywhere. */
const wholeMinutesFrom = Date.UTC(1973, 0);

/** Moments with the same number are written alike. */
function tickOf(millis: number, { second }: Intl.DateTimeFormatOptions): number {
  const tickMs = second === undefined && millis >= wholeMinutesFrom ? 60_000 : 1000;
  return Math.floor(millis / tickMs) * tickMs;
}

/**
 * Makes a function that writes `Intl` date parts; an invalid date is written as an en dash. It remembers the last moment it wrote, because
 * consecutive rows mostly share it, and `Intl` is slow.
 */
export function createTimeFormat(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): (moment: Moment) => string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone, hourCycle: 'h23' });
  const write = (millis: number): string => {
    const parts = new Map(format.formatToParts(millis).map(({ type, value }) => [type, value]));
    const day = [parts.get('year'), parts.get('month'), parts.get('day')].filter((part) => part !== undefined);
    const time = [parts.get('hour'), parts.get('minute'), parts.get('second')].filter((part) => part !== undefined);
    return [day.join('-'), time.join(':'), parts.get('timeZoneName')]
      .filter((part) => part !== undefined && part !== '')
      .join(' ');
  };
  let last: { readonly tick: number; readonly text: string } | undefined;
  return (moment) => {
    const millis = toMillis(moment);
    if (millis === undefined) return noNumber;
    const tick = tickOf(millis, options);
    if (last?.tick !== tick) last = { tick, text: write(millis) };
    return last.text;
  };
}
