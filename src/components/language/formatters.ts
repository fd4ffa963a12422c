import { toMillis } from '../../session/internal.ts';

const byteUnits = ['kB', 'MB', 'GB', 'TB'];

/** Writes a size in decimal units: `588 B`, `14.2 kB`, `1.31 MB`. */
function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return noNumber;
  return bytes < 1000 ? `${formatNumber(Math.round(bytes))} B` : formatScaled(bytes / 1000, byteUnits);
}

const currencies = new Map<string, Intl.NumberFormat>();

/** Writes an amount of a currency, with more digits below a tenth: `$4.32`, `€0.0123`. */
function formatMoney(amount: number, currency: string): string {
  if (!Number.isFinite(amount) || amount < 0) return noNumber;
  const decimals = amount === 0 || amount >= 0.1 ? 2 : 4;
  const notation = amount < beyondReading ? 'standard' : 'scientific';
  const key = `${currency} ${decimals} ${notation}`;
  const format =
    currencies.get(key) ??
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      notation,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  currencies.set(key, format);
  return format.format(amount);
}

const million = 1_000_000;
const tokenUnits = ['M', 'B', 'T'];

/** Writes a count of tokens: in full below a million, `59,112`; with three digits above, `7.93 M`. */
function formatTokens(count: number): string {
  if (!Number.isFinite(count) || Math.abs(count) < million) return formatNumber(count);
  return formatScaled(count / million, tokenUnits);
}

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
  /** A position in a session, in milliseconds from its start: `1:18:48`. */
  readonly clock: (ms: number) => string;
  /** `06:36:10 UTC` */
  readonly timeOfDay: (moment: Moment) => string;
  /** `2026-04-05 05:17 UTC` */
  readonly dateTime: (moment: Moment) => string;
  /** `2026-04-05` */
  readonly day: (moment: Moment) => string;
  /** `$0.42` */
  readonly dollars: (amount: number) => string;
  /** `€0.42`; the currency as ISO 4217 has it. */
  readonly money: (amount: number, currency: string) => string;
}

/** Options of {@link createFormatters}. */
export interface FormatterOptions {
  /** IANA name of the zone for times of day. @default 'UTC' */
  timeZone?: string;
}

/** Makes the formatters of the kit. They differ only by time zone; digits are the same in every language. */
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
    day: createTimeFormat('en-US', timeZone, { year: 'numeric', month: two, day: two }),
    dollars: (amount) => formatMoney(amount, 'USD'),
    money: formatMoney,
  };
}

/**
 * Writes a length of time in milliseconds, the shorter the more exactly: `20 ms`, `14.3 s`, `5m 33s`, `1:18:48`. A value that rounds up to
 * the next unit is written in that unit: 59,960 ms is `1m 00s`.
 */
function formatDuration(ms: number): string {
  if (!Number.isFinite(ms) || ms < 0) return noNumber;
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
  if (Math.round(ms / 100) < 600) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, '0')}s`;
  return formatClock(seconds * 1000);
}

/** Writes milliseconds as hours, minutes and seconds, cut to the second as a clock does: `1:18:48`, `−0:00:05`. */
function formatClock(ms: number): string {
  if (!Number.isFinite(ms)) return noNumber;
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const two = (part: number): string => String(part).padStart(2, '0');
  const sign = ms <= -1000 ? '\u2212' : '';
  if (seconds >= beyondReading / 1000) return `${sign}${scientific.format(seconds / 3600)} h`;
  return `${sign}${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Three significant digits, in plain notation: `7.93`, `14.2`, `131`. */
function threeDigits(value: number): string {
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toFixed(decimals);
}

/**
 * Writes a number in the largest unit that it reaches, with three significant digits and a space: `7.93 M`. A value that rounds up to 1,000
 * of a unit is written in the next one.
 */
function formatScaled(value: number, units: readonly string[]): string {
  let scaled = value;
  let unit = 0;
  while (unit < units.length - 1 && Number(threeDigits(scaled)) >= 1000) {
    scaled /= 1000;
    unit += 1;
  }
  return `${scaled < million ? threeDigits(scaled) : formatNumber(scaled)} ${units[unit] ?? ''}`;
}

/** A moment: milliseconds since 1970, or ISO 8601. */
type Moment = number | string;

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
function createTimeFormat(
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

/** U+2212, the minus sign: unlike the hyphen, it is as wide as a digit. */
const minus = '\u2212';

/** Shown instead of an unknown number. */
export const noNumber = '\u2013';

/** No log counts this much, and nobody reads that many digits: it is written as `1E300`. */
const beyondReading = 1e15;

const grouping = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const scientific = new Intl.NumberFormat('en-US', { notation: 'scientific', maximumFractionDigits: 2 });

/** Writes a number with thousands separated: `59,112`, `−6`. */
function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return noNumber;
  const format = Math.abs(value) < beyondReading ? grouping : scientific;
  return format.format(value).replace('-', minus);
}

/** Writes a change with its sign: `+0`, `−6`. */
function formatChange(value: number, sign: '+' | '-'): string {
  return `${sign === '+' ? '+' : minus}${formatNumber(Math.abs(value))}`;
}
