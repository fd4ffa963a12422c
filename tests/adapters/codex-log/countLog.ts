import { stripVTControlCharacters } from 'node:util';

/** What simple patterns count in a log that quotes no other log. They are independent of the adapter. */
export interface LogCount {
  commands: number;
  /** Number of commands, by the words that end them. */
  succeeded: number;
  failed: number;
  declined: number;
  patches: number;
  messages: number;
  counts: number;
}

const stamp = String.raw`\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\] `;
const lasted = String.raw`(?: in (?:\d+ms|\d+(?:\.\d+)?s|\d+m ?\d+s))?:$`;
const bannerPattern = new RegExp(`^(?:${stamp})?OpenAI Codex(?: v\\S+)?(?: \\(research preview\\))?$`);
/** What begins a command, unless it is a word of an output. */
const shellPattern = /^(?:"[^"]*|\S*)(?:bash|zsh|pwsh|powershell)(?:\.exe)?"? -/;

/** The lines of a log, without what a wrapper or a terminal added. */
export function plainLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => stripVTControlCharacters(line).replace(/^\[std(?:err|out)\] ?/, ''));
}

export function countBanners(lines: readonly string[]): number {
  return lines.filter((line) => bannerPattern.test(line)).length;
}

/** Counts a log whose events have times, each on its first line. */
export function countStamped(lines: readonly string[]): LogCount {
  const count = (rest: string): number => {
    const pattern = new RegExp(`^${stamp}${rest}`);
    return lines.filter((line) => pattern.test(line)).length;
  };
  return {
    commands: count('exec '),
    succeeded: count(`.* succeeded${lasted}`),
    failed: count(`(?!apply_patch).* exited -?\\d+${lasted}`),
    declined: 0,
    patches: count('apply_patch auto_approved='),
    messages: count('codex$'),
    counts: count('tokens used: '),
  };
}

/** Counts a log without times: its events are recognised by single words on a line, and by the lines after them. */
export function countPlain(lines: readonly string[]): LogCount {
  const count = (test: (line: string, next: string) => boolean): number =>
    lines.filter((line, index) => test(line, lines[index + 1] ?? '')).length;
  const ended = (how: string) => {
    const alone = new RegExp(`^ ${how}${lasted}`);
    // In grep's output from another log, matches come after file and line.
    const behind = new RegExp(`^(?!(?:\\S+:)?\\d+:).* in [/A-Z][^ ]* ${how}${lasted}`);
    return count((line) => alone.test(line) || behind.test(line));
  };
  return {
    commands: count((line, next) => /(?:^| in \/\S+)exec$/.test(line) && shellPattern.test(next)),
    succeeded: ended('succeeded'),
    failed: ended(String.raw`exited -?\d+`),
    declined: ended('declined'),
    patches: count((line) => line === 'file update' || line === 'apply patch'),
    messages: count((line) => line === 'codex'),
    counts: count((line, next) => line === 'tokens used' && /^\d[\d,\s]*$/.test(next)),
  };
}
