import { formatBytes } from './formatBytes.ts';
import { formatClock } from './formatClock.ts';
import { formatDollars } from './formatDollars.ts';
import { formatDuration } from './formatDuration.ts';
import { formatChange, formatNumber } from './formatNumber.ts';
import { createTimeFormat, type Moment } from './formatTime.ts';
import { formatTokens } from './formatTokens.ts';

/** How the kit writes numbers and times. A host replaces any of them through `KitProvider`. */
export interface Formatters {
  /** `59,112` */
  readonly number: (value: number) => string;
  /** `+0`, `−6` */
  readonly change: (value: number, sign: '+' | '-') => string;
  /** `59,112`, `7.93 M` */
  readonly tokens: (count: number) => string;
  /** `588 B`, `14.2 kB` */
  readonly bytes: (bytes: number) => string;
  /** A length in milliseconds: `20 ms`, `14.3 s`, `5m 33s`, `1:18:48`. */
  readonly duration: (ms: number) => string;
  /** A place in a session, in milliseconds from its start: `1:18:48`. */
  readonly clock: (ms: number) => string;
  /** `06:36:10 UTC` */
  readonly timeOfDay: (moment: Moment) => string;
  /** `2026-04-05 05:17 UTC` */
  readonly dateTime: (moment: Moment) => string;
  /** `$0.42` */
  readonly dollars: (amount: number) => string;
}

/** Options of {@link createFormatters}. */
export interface FormatterOptions {
  /** IANA name of the zone in which times of day are written. @default 'UTC' */
  timeZone?: string;
}

/** Makes the formatters of the kit; only what depends on the time zone differs. Digits are written alike everywhere. */
export function createFormatters({ timeZone = 'UTC' }: FormatterOptions = {}): Formatters {
  const two = '2-digit' as const;
  const time = { hour: two, minute: two, timeZoneName: 'short' } as const;
  return {
    number: formatNumber,
    change: formatChange,
    tokens: formatTokens,
    bytes: formatBytes,
    duration: formatDuration,
    clock: formatClock,
    timeOfDay: createTimeFormat('en-US', timeZone, { ...time, second: two }),
    dateTime: createTimeFormat('en-US', timeZone, { ...time, year: 'numeric', month: two, day: two }),
    dollars: formatDollars,
  };
}
