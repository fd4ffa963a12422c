import type { SessionMeta } from '../events.ts';
import { readStamp } from './stamp.ts';

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
