import type { SessionMeta } from '../events.ts';

/** A line of a stamped log (Codex up to 0.43): its time and the rest. */
interface StampedText {
  /** ISO 8601; the log's stamps are in UTC and do not say so. */
  at: string;
  rest: string;
}

const stampPattern = /^\[(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\]/;
const STAMP_LENGTH = 21;

/** The stamp at the start of a line, `[2025-08-31T12:37:08] `; undefined where there is none. */
export function readStamp(text: string): StampedText | undefined {
  if (text.charCodeAt(0) !== 0x5b || text.charCodeAt(STAMP_LENGTH - 1) !== 0x5d) return undefined;
  const match = stampPattern.exec(text);
  if (match === null) return undefined;
  const skip = text.charCodeAt(STAMP_LENGTH) === 0x20 ? STAMP_LENGTH + 1 : STAMP_LENGTH;
  return { at: `${match[1]}Z`, rest: text.slice(skip) };
}

/**
 * The four ways in which `codex exec` has printed.
 * - `stamped`: each event begins with its time (until 0.43).
 * - `cut`: no times; outputs end after 20 lines; a result stands on the line of its command (0.44 to 0.117).
 * - `whole`: no times; outputs are whole; a result has its own line (since 0.118).
 * - `open`: unknown, for logs without their beginning; whatever the plain ones print is taken.
 */
export type Era = 'stamped' | 'cut' | 'whole' | 'open';

/** First minor version that prints outputs whole. */
const WHOLE_SINCE = 118;

/** The era of a session by its banner. Versions that are not numbers are judged by `(research preview)`. */
export function eraOf({ version, preview }: SessionMeta, stamped: boolean): Era {
  if (stamped) return 'stamped';
  const minor = minorOf(version);
  if (minor === undefined) return preview === true ? 'cut' : 'whole';
  return minor >= WHOLE_SINCE ? 'whole' : 'cut';
}

/** `57` for `0.57.0`; more than any minor version for 1.0 and later; undefined for local builds and placeholders. */
export function minorOf(version: string | undefined): number | undefined {
  const match = /^(\d+)\.(\d+)\./.exec(version ?? '');
  if (match === null || version?.startsWith('0.0.') === true) return undefined;
  return Number(match[1]) > 0 ? Number.POSITIVE_INFINITY : Number(match[2]);
}
