import { omission } from '../abridge.ts';
import type { ToolCall } from '../schema/std001v31.ts';
import { lineBreakOf, splitLines, splitNumbers } from '../text/lines.ts';
import { linesAsked, touchesOf } from './callFiles.ts';
import { commandOf, outputText } from './callTexts.ts';
import type { ShownLines } from './fileContent.ts';

/** Lines that a call showed, and the file they belong to. */
export interface ShownFile {
  /** As the call names it. */
  readonly path: string;
  /** A command printed them, so the path is relative to the folder in which the command ran. */
  readonly isPrinted: boolean;
  readonly shown: readonly ShownLines[];
}

/** Maximum number of lines that tools show at once; not all of them say that they stopped. */
const mostShown = 2000;
/** Text that tools write in place of something left out. A file that contains such a line itself is only not trusted. */
const cutMark =
  /^\[?(?:IMPORTANT: The file content has been truncated|\.{3} ?(?:omitted|truncated)|\u2026 ?\d+ \w+ (?:truncated|omitted)|Total output lines:)|\d (?:tokens|chars|characters|lines) (?:truncated|omitted)/im;

/**
 * Formats whose calls do not say which lines they read: ranges are not recorded, outputs are cut silently, or outputs of parallel commands
 * are mixed.
 */
const formatsWithoutLines: ReadonlySet<string> = new Set(['frago', 'codex-log']);

/**
 * The lines that a call showed of a file: a reading tool, or a command that only prints them.
 *
 * @param format of the log, as in `provenance.source_format`: not all formats record enough to say so.
 */
export function shownLines(call: ToolCall, format = ''): ShownFile | undefined {
  if (formatsWithoutLines.has(format)) return undefined;
  const command = commandOf(call);
  return command === undefined ? readLines(call) : printedLines(call, command);
}

function readLines(call: ToolCall): ShownFile | undefined {
  const [touch, ...others] = touchesOf(call);
  if (touch?.access !== 'read' || others.length > 0) return undefined;
  const found = outputText(call);
  const isContent = found?.pointer === '/context_contribution/full_content';
  if (!isContent || call.context_contribution?.type !== 'file_content') return undefined;
  if ((call.output.result?.attachments ?? []).length > 0) return undefined;
  const asked = linesAsked(call);
  if (found.whole !== undefined) {
    return asked === undefined
      ? { path: touch.path, isPrinted: false, shown: endsOf(found.text, found.whole.lines) }
      : undefined;
  }
  if (cutMark.test(found.text) || listing.test(found.text)) return undefined;
  const { lines: seen, first: numbered, ends } = unwrapped(found.text);
  if (seen.length === 0) return undefined;
  const first = numbered ?? numberIn(call, 'start_line') ?? asked?.first ?? 1;
  const isEnd = ends ?? showsEnd(call, first - 1 + seen.length, seen.length, found.text, asked?.last);
  // In part of a file, a line break at the end is followed by an empty line.
  const lines = isEnd || ends !== undefined || !found.text.endsWith('\n') ? seen : [...seen, ''];
  const reached = first - 1 + lines.length;
  const lineBreak = lineBreakOf(found.text);
  const shown: ShownLines = {
    first,
    lines,
    ...(isEnd ? { total: reached } : {}),
    ...(isEnd && endsOpen(call, found.text) ? { endsOpen: true } : {}),
    ...(lineBreak === undefined ? {} : { lineBreak }),
  };
  return { path: touch.path, isPrinted: false, shown: [shown] };
}

/** Whether the shown lines reach the end of their file. */
function showsEnd(call: ToolCall, reached: number, count: number, text: string, last: number | undefined): boolean {
  const stated = numberIn(call, 'total_lines');
  // The total that a tool states may count what follows the last line break as a line.
  if (stated !== undefined) return reached === stated || (reached === stated - 1 && text.endsWith('\n'));
  return last === undefined ? count < mostShown : reached + (text.endsWith('\n') ? 1 : 0) < last;
}

/** Whether a text ends its file without a line break, as tools report it that count what follows the last break as a line. */
function endsOpen(call: ToolCall, text: string): boolean {
  return call.tool_name === 'Read' && numberIn(call, 'total_lines') !== undefined && !/[\r\n]$/.test(text);
}

function numberIn({ output }: ToolCall, name: string): number | undefined {
  const value: unknown = output.result?.[name];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : undefined;
}

/** The first and last lines of a text that is too long for the session, without the lines next to the gap, which may be cut. */
export function endsOf(text: string, total: number): ShownLines[] {
  const gap = omission.exec(text);
  if (gap === null) return [];
  const head = splitLines(text.slice(0, gap.index)).slice(0, -1);
  const tail = splitLines(text.slice(gap.index + gap[0].length)).slice(1);
  return [
    { first: 1, lines: head, total },
    { first: total - tail.length + 1, lines: tail, total },
  ].filter(({ lines, first }) => lines.length > 0 && first > 0);
}

/** The lines of a file before a call changed it, where the log states them beside the change; the agent was not shown them. */
export function linesBefore({ output, content_refs }: ToolCall, path: string): readonly ShownLines[] {
  const patches = output.result?.patches ?? [];
  const at = patches.findIndex((patch) => patch.path === path && patch.before !== undefined);
  const before = patches[at]?.before;
  if (before === undefined) return [];
  const cut = content_refs?.find(({ pointer }) => pointer === `/output/result/patches/${at}/before`);
  const shown = cut === undefined ? [allLines(before)] : endsOf(before, cut.lines);
  return shown.map((each) => ({ ...each, isUnseen: true }));
}

function allLines(text: string): ShownLines {
  const lines = splitLines(text);
  const lineBreak = lineBreakOf(text);
  return {
    first: 1,
    lines,
    total: lines.length,
    endsOpen: !/[\r\n]$/.test(text),
    ...(lineBreak === undefined ? {} : { lineBreak }),
  };
}

/** The note that pi writes after part of a file. */
const moreNote = /\n\n\[(?:Showing lines|\d{1,9} more lines)[^\n]{0,200}\]$/;
/** OpenCode reads folders with the same tool. */
const listing = /^<path>[^\n]{0,4096}\n<type>directory/;
const opening = /^(?:<path>[^\n]{0,4096}\n)?(?:<type>[^\n]{0,40}\n)?<(?:file|content)>\n?/;
const numberBefore = /^ {0,8}(\d{1,9})(?:: |\| |:$|\|$)/;

/** Lines without the numbers and tags that a tool added, and the number of the first line. */
interface Unwrapped {
  readonly lines: readonly string[];
  readonly first?: number;
  /** Whether the tool says that the file ends here or continues; absent where it says neither. */
  readonly ends?: boolean;
}

function unwrapped(text: string): Unwrapped {
  const open = opening.exec(text);
  if (open === null) {
    const more = moreNote.exec(text);
    const lines = splitLines(more === null ? text : text.slice(0, more.index));
    const plain = splitNumbers(lines);
    const ends = more === null ? {} : { ends: false };
    return plain === undefined
      ? { lines, ...ends }
      : { lines: plain.lines, first: Number.parseInt(plain.numbers[0] ?? '1', 10), ...ends };
  }
  const lines: string[] = [];
  let first: number | undefined;
  for (const line of splitLines(text.slice(open[0].length))) {
    const number = numberBefore.exec(line);
    if (number === null || (first !== undefined && Number(number[1]) !== first + lines.length)) break;
    first ??= Number(number[1]);
    lines.push(line.slice(number[0].length));
  }
  return first === undefined ? { lines: [] } : { lines, first, ends: text.includes('\n(End of file') };
}

/** The lines of a file that a command printed, if it did nothing else. */
function printedLines(call: ToolCall, command: string): ShownFile | undefined {
  const found = outputText(call);
  if (found === undefined || found.whole !== undefined || found.pointer === '/output/result/display') return undefined;
  if ((call.output.result?.exit_code ?? 0) !== 0 || cutMark.test(found.text)) return undefined;
  const asked = printingOf(command);
  if (asked === undefined) return undefined;
  const { path, first, last, numbered } = asked;
  const all = splitLines(found.text);
  const lines = numbered ? (splitNumbers(all)?.lines ?? []) : all;
  const reached = first - 1 + lines.length;
  if (lines.length === 0 || (last !== undefined && reached > last)) return undefined;
  const ends = last === undefined || reached < last;
  return { path, isPrinted: true, shown: [{ first, lines, ...(ends ? { total: reached, isTrimmed: true } : {}) }] };
}

/** Which lines of which file a command prints. */
interface Printing {
  readonly path: string;
  readonly first: number;
  readonly last: number | undefined;
  readonly numbered: boolean;
}

/** What a command prints: one of `cat`, `sed -n 1,9p`, `head`, or `nl -ba` piped into one of these, after a `cd` at most. */
function printingOf(command: string): Printing | undefined {
  const parts = commandParts(command);
  if (parts === undefined) return undefined;
  const isMoved = parts[0]?.words[0] === 'cd' && parts[0].words.length === 2 && parts[0].joins === '&&';
  const [one, two, ...more] = isMoved ? parts.slice(1) : parts;
  if (one === undefined || more.length > 0) return undefined;
  const isPiped = two !== undefined;
  if (isPiped && one.joins !== '|') return undefined;
  const [program, ...words] = isPiped ? two.words : one.words;
  const path = isPiped ? sourceOf(one.words) : words.at(-1);
  const range = rangeOf(program, isPiped ? words : words.slice(0, -1));
  if (path === undefined || path === '' || path.startsWith('-') || range === undefined) return undefined;
  return { path, ...range, numbered: one.words[0] === 'nl' };
}

/** The file of a command that passes all its lines on. */
function sourceOf([program, ...words]: readonly string[]): string | undefined {
  if (program === 'cat' && words.length === 1) return words[0];
  return program === 'nl' && words.length === 2 && words[0] === '-ba' ? words[1] : undefined;
}

function rangeOf(
  program: string | undefined,
  words: readonly string[],
): { first: number; last: number | undefined } | undefined {
  const given = words.join(' ');
  if (program === 'cat' && given === '') return { first: 1, last: undefined };
  const sed = program === 'sed' ? /^-n (\d{1,9}),(\d{1,9})p$/.exec(given) : null;
  if (sed !== null) return Number(sed[1]) < 1 ? undefined : { first: Number(sed[1]), last: Number(sed[2]) };
  const head = program === 'head' ? /^-(?:n ?)?(\d{1,9})$/.exec(given) : null;
  return head === null ? undefined : { first: 1, last: Number(head[1]) };
}

interface CommandPart {
  readonly words: string[];
  /** The operator after it. */
  joins?: '&&' | '|';
}

/** Maximum length of a command that may only print a file. */
const longestCommand = 10_000;

/** The words of a command without variables, patterns and redirections; undefined where it contains any, or has several lines. */
function commandParts(command: string): CommandPart[] | undefined {
  if (command.length > longestCommand) return undefined;
  const parts: CommandPart[] = [{ words: [] }];
  for (const [token] of command.matchAll(/'[^']*'|"[^"]*"|&&|\||[ \t]+|[^\s'"|&]+|[\s\S]/g)) {
    const part = parts.at(-1) as CommandPart;
    if (token === '&&' || token === '|') {
      part.joins = token;
      parts.push({ words: [] });
    } else if (/^'.*'$|^".*"$/.test(token)) {
      if (token.startsWith('"') && /[$`\\]/.test(token)) return undefined;
      part.words.push(token.slice(1, -1));
    } else if (token.trim() !== '') {
      if (/[$`\\;&<>*?(){}[\]!#'"\n]/.test(token)) return undefined;
      part.words.push(token);
    } else if (token.includes('\n')) return undefined;
  }
  return parts;
}
