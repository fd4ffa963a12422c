import { toMillis } from '../../session/toMillis.ts';
import { noNumber } from './formatNumber.ts';

/** A moment: milliseconds since 1970, or ISO 8601. */
export type Moment = number | string;

/** Makes a writer of `Intl` date parts; what is not a date is written as an en dash. */
export function createTimeFormat(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): (moment: Moment) => string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone, hourCycle: 'h23' });
  return (moment) => {
    const millis = toMillis(moment);
    if (millis === undefined) return noNumber;
    const parts = new Map(format.formatToParts(millis).map(({ type, value }) => [type, value]));
    const day = [parts.get('year'), parts.get('month'), parts.get('day')].filter((part) => part !== undefined);
    const time = [parts.get('hour'), parts.get('minute'), parts.get('second')].filter((part) => part !== undefined);
    return [day.join('-'), time.join(':'), parts.get('timeZoneName')]
      .filter((part) => part !== undefined && part !== '')
      .join(' ');
  };
}
