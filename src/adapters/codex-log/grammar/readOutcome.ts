/** How a command or a tool ended, by the last words of a line. */
export interface Outcome {
  /** Position of the words in the line, including the space before them. */
  start: number;
  ok: boolean;
  code?: number;
  /** Milliseconds. */
  durationMs?: number;
  /** `declined` or `in progress`: neither success nor failure. */
  status?: 'declined' | 'in progress';
}

const duration = String.raw`(?:\d+ms|\d+(?:\.\d+)?s|\d+m ?\d+s)`;
// `succeded` is how Codex wrote it until May 2025.
const execPattern = new RegExp(
  String.raw`(?:^| )(?:(succeeded|succeded)|exited (-?\d+)|(declined|in progress))(?: in (${duration}))?:$`,
);
const toolPattern = new RegExp(` (success|failed)(?: in (${duration}))?:$`);
const durationPattern = /^(?:(\d+)ms|(\d+(?:\.\d+)?)s|(\d+)m ?(\d+)s)$/;

/** Number of characters examined at the end of a line, so that longer lines cost no more. */
const TAIL = 64;

/** Milliseconds of `53ms`, `1.20s`, `1m 15s` or `1m15s`. */
export function readDuration(text: string): number | undefined {
  const match = durationPattern.exec(text);
  if (match === null) return undefined;
  const [, ms, seconds, minutes, rest] = match;
  if (ms !== undefined) return Number(ms);
  if (seconds !== undefined) return Math.round(Number(seconds) * 1000);
  return Number(minutes) * 60_000 + Number(rest) * 1000;
}

function matchTail(text: string, pattern: RegExp): { match: RegExpExecArray; start: number } | undefined {
  if (text.charCodeAt(text.length - 1) !== 0x3a) return undefined;
  const from = Math.max(0, text.length - TAIL);
  const match = pattern.exec(text.slice(from));
  // At the boundary of a longer line, the match may have begun earlier.
  if (match === null || (from > 0 && match.index === 0)) return undefined;
  return { match, start: from + match.index };
}

function timed(text: string | undefined): { durationMs?: number } {
  const durationMs = text === undefined ? undefined : readDuration(text);
  return durationMs === undefined ? {} : { durationMs };
}

/** ` succeeded in 53ms:`, ` exited 1 in 1m 15s:`, ` declined in 0ms:` at the end of a line; the duration may be missing. */
export function readExecOutcome(text: string): Outcome | undefined {
  const found = matchTail(text, execPattern);
  if (found === undefined) return undefined;
  const [, succeeded, code, status, time] = found.match;
  const base = { start: found.start, ...timed(time) };
  if (succeeded !== undefined) return { ...base, ok: true, code: 0 };
  if (code !== undefined) return { ...base, ok: Number(code) === 0, code: Number(code) };
  return { ...base, ok: false, status: status === 'declined' ? 'declined' : 'in progress' };
}

/** ` success in 1.20s:` or ` failed in 3ms:` at the end of a line. */
export function readToolOutcome(text: string): Outcome | undefined {
  const found = matchTail(text, toolPattern);
  if (found === undefined) return undefined;
  const [, word, time] = found.match;
  return { start: found.start, ok: word === 'success', ...timed(time) };
}
