/** A line of a stamped log (Codex up to 0.43): its time and what follows. */
export interface StampedText {
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
