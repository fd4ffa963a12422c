import type { SessionMeta } from '../events.ts';

const bannerPattern = /^OpenAI Codex(?: v(\S+))?( \(research preview\))?$/;
const rulePattern = /^-{8,}$/;
const MAX_HEADER_LINES = 24;
/** The workdir is within this many lines after the rule. */
const WORKDIR_WITHIN = 3;

const fields: Readonly<Record<string, keyof SessionMeta>> = {
  workdir: 'workdir',
  model: 'model',
  provider: 'provider',
  approval: 'approval',
  sandbox: 'sandbox',
  'reasoning effort': 'reasoningEffort',
  'reasoning summaries': 'reasoningSummaries',
  'session id': 'sessionId',
};

/** The head of a session: banner, rule, `key: value` lines, rule. */
export interface Header {
  meta: SessionMeta;
  /** The time stamp of the banner. */
  at?: string;
  /** Number of its lines, including both rules; fewer if the log is cut off. */
  lineCount: number;
  /** False if the log is cut off before the second rule. */
  closed: boolean;
}

/** Whether a line is the banner. */
export function isBanner(text: string): boolean {
  return mayBeBanner(text) && bannerPattern.test(readStamp(text)?.rest ?? text);
}

/** A cheap test that excludes nearly every line. */
function mayBeBanner(text: string): boolean {
  const code = text.charCodeAt(0);
  return (code === 0x4f || code === 0x5b) && text.includes('OpenAI Codex');
}

/**
 * The header that begins here; undefined if the banner is not followed by a rule and a workdir, as in a text that only mentions Codex; a
 * log may end before its workdir. `lineAt` returns the lines from the banner on, undefined after the last one.
 */
export function readHeader(lineAt: (index: number) => string | undefined): Header | undefined {
  const first = lineAt(0) ?? '';
  if (!mayBeBanner(first)) return undefined;
  const stamp = readStamp(first);
  const banner = bannerPattern.exec(stamp?.rest ?? first);
  if (banner === null || !rulePattern.test(lineAt(1) ?? '')) return undefined;
  const [, version, preview] = banner;
  const meta: SessionMeta = {
    ...(version === undefined ? {} : { version }),
    ...(preview === undefined ? {} : { preview: true }),
  };
  const entries: [string, string][] = [];
  let index = 2;
  let closed = false;
  let ended = false;
  for (; index < MAX_HEADER_LINES; index += 1) {
    const line = lineAt(index);
    if (line === undefined) {
      ended = true;
      break;
    }
    if (rulePattern.test(line)) {
      closed = true;
      index += 1;
      break;
    }
    const colon = line.indexOf(':');
    if (colon === -1) {
      // The last line of a log may be half a header line.
      if (lineAt(index + 1) === undefined) index += 1;
      break;
    }
    entries.push([line.slice(0, colon), line.slice(colon + 1).trim()]);
  }
  const torn = ended && entries.length < WORKDIR_WITHIN;
  if (!torn && !entries.slice(0, WORKDIR_WITHIN).some(([key]) => key === 'workdir')) return undefined;
  addFields(meta, entries);
  return { meta, ...(stamp === undefined ? {} : { at: stamp.at }), lineCount: index, closed };
}

function addFields(meta: SessionMeta, entries: readonly [string, string][]): void {
  const other: [string, string][] = [];
  for (const [key, value] of entries) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) other.push([key, value]);
    else if (value !== '') Object.assign(meta, { [field]: value });
  }
  if (other.length > 0) meta.other = Object.fromEntries(other);
}

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
