import type { Detection, Sample } from '../contract.ts';
import { startsWithShell } from './grammar/commands.ts';
import { type Era, eraOf, readHeader, readStamp } from './grammar/header.ts';
import { readExecOutcome } from './grammar/readTool.ts';
import { stripFrame } from './lines/logLine.ts';
import { findFrame } from './scan/findFrame.ts';

/** Why a record of a Codex log may be ignored, and why that is harmless. */
export const ignores = {
  repeated_answer:
    'The last answer, which Codex prints once more on stdout; it equals the message before, letter for letter.',
  repeated_thinking: 'A message that only repeats the reasoning right before it, as some early versions print it.',
  doubled_thread: 'Reasoning that a review prints twice, once for each of its two threads.',
  repeated_diff: 'The diff of the turn so far, printed again unchanged.',
  repeated_startup: 'A line on the start of the MCP servers, printed again for another thread.',
  search_announced: 'The start of a web search; its query comes with the line that ends it.',
  blank: 'Nothing but blank lines.',
} as const;

export type IgnoreReason = keyof typeof ignores;

const eraNames: Readonly<Record<Era, string>> = {
  stamped: 'events with times, as Codex printed them until 0.43',
  cut: 'no times and outputs of at most 20 lines, as Codex printed from 0.44 to 0.117',
  whole: 'no times and whole outputs, as Codex prints since 0.118',
  open: 'a part of a log, without its banner',
};

/** Says whether a file is a log of `codex exec`, and of which kind. */
export function detect({ name, text, records, cut }: Sample): Detection {
  const lines = text.split('\n');
  if (cut) lines.pop();
  const bare = lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  // A colour may stand within the banner.
  const mayHave = text.includes('OpenAI Codex') || text.includes('\u001b');
  const banner = mayHave ? findBanner(bare) : undefined;
  if (banner === 'quoted') {
    return { grade: 'no', because: 'its Codex banner stands in a code fence: a document that quotes a log' };
  }
  const role = { is: 'primary', key: name } as const;
  if (banner !== undefined) return { grade: 'certain', because: `has a Codex banner; ${eraNames[banner]}`, role };
  if (records.length > 0 && text.trimStart().startsWith('{')) {
    return { grade: 'no', because: 'its lines are JSON: a rollout or `codex exec --json`, not what a person reads' };
  }
  const part = findPart(bare);
  if (part !== undefined) return { grade: 'likely', because: `${eraNames.open}: ${part}`, role };
  return { grade: 'no', because: 'has no Codex banner that a rule and a workdir follow' };
}

/**
 * The era of the first banner outside of code fences, or of the one in the fence of a document about the run; `quoted` if there are only
 * others.
 */
function findBanner(lines: readonly string[]): Era | 'quoted' | undefined {
  let quoted = false;
  /** Where the currently open fence was opened. */
  let fence: { mark: string; at: number } | undefined;
  const frame = findFrame(lines.map((text) => ({ text, line: 1, byteOffset: 0, byteLength: 0, ended: true }))).frame;
  const lineAt = (index: number): string | undefined => {
    const line = lines[index];
    return line === undefined ? undefined : stripFrame(line, frame).text;
  };
  for (const [index, text] of lines.entries()) {
    const mark = /^(?:`{3,}|~{3,})/.exec(text)?.[0];
    if (mark !== undefined && fence === undefined) fence = { mark, at: index };
    else if (fence !== undefined && text.trimEnd() === fence.mark) fence = undefined;
    const header = readHeader((at) => lineAt(index + at));
    if (header === undefined) continue;
    const era = eraOf(header.meta, header.at !== undefined);
    if (fence === undefined || (!quoted && isTranscript(lines, fence.at, index))) return era;
    quoted = true;
  }
  return quoted ? 'quoted' : undefined;
}

/** Maximum number of lines before the log in a document that contains it. */
const MAX_TITLE = 40;
/** Maximum number of lines between the fence and the banner: output of a script before. */
const MAX_BEFORE_BANNER = 8;

/**
 * Whether a document contains a log rather than quoting one: a title that says so, headings and bold facts, then the fence with the banner
 * at its top. A sentence before it shows that someone is writing about a log.
 */
function isTranscript(lines: readonly string[], fence: number, banner: number): boolean {
  if (fence > MAX_TITLE || banner - fence > MAX_BEFORE_BANNER) return false;
  const before = lines.slice(0, fence).filter((line) => line.trim() !== '');
  const titled = /^# .*\b(?:transcript|log|output|session)\b/i.test((before[0] ?? '').slice(0, 400));
  return titled && before.every((line) => /^(?:#{1,6} |\*\*[^*]+\*\*)/.test(line));
}

/** The evidence that a text without a banner is part of a log; undefined if there is none. */
function findPart(lines: readonly string[]): string | undefined {
  const { frame, stamped } = findFrame(
    lines.map((text) => ({ text, line: 1, byteOffset: 0, byteLength: 0, ended: true })),
  );
  const texts = lines.map((line) => stripFrame(line, frame).text);
  if (stamped) return findStampedPart(texts);
  const commands = texts.filter((text, index) => text === 'exec' && startsWithShell(texts[index + 1] ?? '')).length;
  const results = texts.filter((text) => readExecOutcome(text) !== undefined && /(?:^| in \S+) /.test(text)).length;
  const tokens = texts.some((text, index) => text === 'tokens used' && /^\d[\d,. ]*$/.test(texts[index + 1] ?? ''));
  if (commands > 0 && results > 0) return 'has commands after `exec` and their results';
  if (frame?.prefix !== undefined && (commands > 0 || tokens)) return 'has events behind `[stderr]`';
  return undefined;
}

function findStampedPart(texts: readonly string[]): string | undefined {
  const words = texts.flatMap((text) => readStamp(text)?.rest ?? []);
  const has = (start: string): boolean => words.some((each) => each.startsWith(start));
  if (has('Task started: ') && (has('exec ') || has('Agent message: '))) return 'has stamped tasks and messages';
  const commands = words.some((each) => each.startsWith('exec ') && startsWithShell(each.slice('exec '.length)));
  const results = words.some((each) => readExecOutcome(each) !== undefined);
  return commands && results ? 'has stamped commands and their results' : undefined;
}
