import { longestRising, toMillis } from '../session/internal.ts';

const ZERO = 48;

/** Parses an ISO 8601 time to milliseconds since 1970, NaN where the text is none; a time without a zone is taken as UTC. */
export function parseTime(text: string): number {
  const seconds = readSeconds(text);
  if (Number.isNaN(seconds)) return toMillis(text) ?? Number.NaN;
  let at = 19;
  let ms = seconds * 1000;
  if (text.charCodeAt(at) === 46 || text.charCodeAt(at) === 44) {
    at += 1;
    for (let unit = 100; isDigit(text.charCodeAt(at)); unit /= 10, at += 1) {
      if (unit >= 1) ms += unit * (text.charCodeAt(at) - ZERO);
    }
  }
  if (at === text.length || (text.charCodeAt(at) === 90 && at + 1 === text.length)) return ms;
  return toMillis(text) ?? Number.NaN;
}

/**
 * Seconds since 1970 of `YYYY-MM-DDTHH:mm:ss` at the start of the text; NaN where it is not there. Hand-written because a session of
 * 100,000 calls has 200,000 times, and this parses them in a fifth of the time.
 */
function readSeconds(text: string): number {
  if (text.length < 19 || !hasSeparators(text)) return Number.NaN;
  const century = twoDigits(text, 0);
  const years = twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  // A character that is no digit gives -1, which survives every `|` with the others.
  if ((century | years | month | day | hour | minute | second) < 0) return Number.NaN;
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 59) return Number.NaN;
  return ((daysSince1970(century * 100 + years, month, day) * 24 + hour) * 60 + minute) * 60 + second;
}

function hasSeparators(text: string): boolean {
  return (
    text.charCodeAt(4) === 45 &&
    text.charCodeAt(7) === 45 &&
    (text.charCodeAt(10) === 84 || text.charCodeAt(10) === 32) &&
    text.charCodeAt(13) === 58 &&
    text.charCodeAt(16) === 58
  );
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9;
}

/** The number that two digits make; -1 where they are no digits. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at);
  const ones = text.charCodeAt(at + 1);
  return isDigit(tens) && isDigit(ones) ? (tens - ZERO) * 10 + (ones - ZERO) : -1;
}

/** Days of the proleptic Gregorian calendar. The year begins in March, so that the leap day is its last day. */
function daysSince1970(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leapDays + dayOfYear - 719_468;
}

/**
 * Makes the times of one run ascend, in place, moving as few of them as possible. NaN means "no time".
 *
 * Logs may be out of order by a few milliseconds, clocks are set back, and now and then one record has a time from another year. The
 * longest ascending subsequence is taken as correct; every other time moves to the nearest moment between its neighbours. (Carrying the
 * latest time forward instead would let one record from the future freeze all that follow.) An item without a time takes its predecessor's;
 * before the first known time, that one; `fallback` where none is known.
 * @param isAside whether an item is a program's note, which may have been written later than what it reports: its time gives way to those of
 *   the others.
 */
export function steadyTimes(times: Float64Array, fallback: number, isAside?: (at: number) => boolean): void {
  const believed = ascends(times)
    ? undefined
    : longestAscending(isAside === undefined ? times : fitting(times, isAside));
  let next = nextBelieved(times, believed, 0);
  let last = next < times.length ? (times[next] as number) : fallback;
  for (let i = 0; i < times.length; i += 1) {
    const own = times[i] as number;
    if (i === next) {
      last = own;
      next = nextBelieved(times, believed, i + 1);
    } else if (!Number.isNaN(own)) {
      const ceiling = next < times.length ? (times[next] as number) : last;
      last = Math.min(Math.max(own, last), Math.max(ceiling, last));
    }
    times[i] = last;
  }
}

function ascends(times: Float64Array): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    if (time < last) return false;
    if (!Number.isNaN(time)) last = time;
  }
  return true;
}

function nextBelieved(times: Float64Array, believed: Uint8Array | undefined, from: number): number {
  let i = from;
  while (i < times.length && (Number.isNaN(times[i]) || believed?.[i] === 0)) i += 1;
  return i;
}

/** The times without those of notes that do not fit between the others; all of them where there are only notes. */
function fitting(times: Float64Array, isAside: (at: number) => boolean): Float64Array {
  const anchors = longestRising(
    times.map((time, at) => (isAside(at) ? Number.NaN : time)),
    { equal: true },
  );
  if (anchors.length === 0) return times;
  const fit = new Float64Array(times.length).fill(Number.NaN);
  let next = 0;
  for (let at = 0; at < times.length; at += 1) {
    if (at === anchors[next]) next += 1;
    else if (!isAside(at)) continue;
    const floor = times[anchors[next - 1] ?? -1] ?? Number.NEGATIVE_INFINITY;
    const ceiling = times[anchors[next] ?? -1] ?? Number.POSITIVE_INFINITY;
    const time = times[at] as number;
    if (time >= floor && time <= ceiling) fit[at] = time;
  }
  return fit;
}

/** Marks a longest non-descending subsequence. */
function longestAscending(times: Float64Array): Uint8Array {
  const believed = new Uint8Array(times.length);
  for (const at of longestRising(times, { equal: true })) believed[at] = 1;
  return believed;
}
