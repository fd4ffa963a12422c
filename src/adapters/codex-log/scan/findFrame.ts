import type { TextLine } from '../../read/readTextLines.ts';
import type { LineFrame } from '../events.ts';
import { startsWithShell } from '../grammar/commands.ts';
import { isBanner, readHeader, readStamp } from '../grammar/header.ts';
import { readExecOutcome } from '../grammar/readTool.ts';
import { stripFrame, stripTerminal } from '../lines/logLine.ts';

/** How a log begins, by its first lines. */
export interface LogStart {
  frame: LineFrame | undefined;
  /** Whether a banner with its header was found; without one, the log is part of a log. */
  begun: boolean;
  /** Whether its events begin with times. */
  stamped: boolean;
  /** The code fence around the log, in a document that contains it. */
  fence?: string | undefined;
}

const markers = /^(?:exec|codex|thinking|user|tokens used|file update:?|Plan update|OpenAI Codex|tool |diff --git )/;

/** Finds the prefixes and colours of a log's lines. A banner in a code fence counts only if there is no other one. */
export function findFrame(lines: readonly TextLine[]): LogStart {
  let quoted: LogStart | undefined;
  let fence: string | undefined;
  for (const [index, { text }] of lines.entries()) {
    const mark = /^(?:`{3,}|~{3,})/.exec(text)?.[0];
    if (mark !== undefined && fence === undefined) fence = mark;
    else if (mark !== undefined && fence !== undefined && text.trimEnd() === fence) fence = undefined;
    if (!text.includes('OpenAI Codex')) continue;
    const frame = frameOf(text, isBanner);
    const header = readHeader((at) => {
      const line = lines[index + at]?.text;
      return line === undefined ? undefined : stripFrame(line, frame).text;
    });
    if (header === undefined) continue;
    const found = { frame, begun: true, stamped: header.at !== undefined };
    if (fence === undefined) return found;
    quoted ??= { ...found, fence };
  }
  return quoted ?? findPartFrame(lines);
}

function findPartFrame(lines: readonly TextLine[]): LogStart {
  const isMarker = (text: string): boolean => markers.test(text);
  let frame: LineFrame | undefined;
  let stamped = false;
  for (const { text } of lines) {
    frame ??= frameOf(text, isMarker);
    stamped ||= readStamp(stripFrame(text, frame).text) !== undefined;
  }
  return { frame, begun: false, stamped };
}

/** Prefixes and colours of a line that is recognised only without them. */
function frameOf(text: string, recognise: (text: string) => boolean): LineFrame | undefined {
  const coloured = text.includes('\u001b');
  const bare = coloured ? stripTerminal(text) : text;
  const prefix = bare.startsWith('[stderr]') || bare.startsWith('[stdout]');
  const prefixed = prefix
    ? recognise(bare.slice(8))
      ? 'tight'
      : recognise(bare.slice(9))
        ? 'spaced'
        : undefined
    : undefined;
  if (prefixed === undefined && !(coloured && recognise(bare))) return undefined;
  return { ...(prefixed === undefined ? {} : { prefix: prefixed }), ...(coloured ? { coloured: true } : {}) };
}

/** A directory at the end of a command's line, and the position of the text joined to it. */
interface Directory {
  path: string;
  /** The length of the line where nothing is glued on. */
  restAt: number;
}

// Until 0.117 the line feed after the directory is printed with the result, so whatever is printed between the two
// stands right behind the directory.
const gluedWord = /(?:exec|codex|thinking|tokens used|file update:?|Plan update|context compacted|task interrupted)$/;
const gluedStart =
  /\[(?:stderr|stdout)\]|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z +[A-Z]+ |mcp startup: |mcp: \S+ (?:starting|ready)|ERROR: |collab [a-z_]+\(|tool [^\s(.]+\.|tool [^\s(]+\(\{|(?:spawn_agent|send_input|wait|close_agent)\(call_|apply_patch\(|🌐 |Reconnecting\.\.\. /;

/** Reads the directory that begins at `at`; known ones are preferred. `next` is the line after this one. */
export function readDirectory(
  text: string,
  at: number,
  known: ReadonlySet<string>,
  next: string | undefined,
): Directory {
  const rest = text.slice(at);
  if (known.has(rest)) return { path: rest, restAt: text.length };
  for (const path of [...known].sort((a, b) => b.length - a.length)) {
    if (!rest.startsWith(path)) continue;
    const glued = rest.slice(path.length);
    if (glued === '' || gluedAt(glued, next) === 0) return { path, restAt: at + path.length };
  }
  const end = gluedAt(rest, next) ?? rest.length;
  return { path: rest.slice(0, end), restAt: at + end };
}

/** Where in a text something begins that is glued on. */
function gluedAt(text: string, next: string | undefined): number | undefined {
  const outcome = readExecOutcome(text);
  const start = gluedStart.exec(text)?.index;
  const word = gluedWord.exec(text);
  const wordAt = word !== null && isGluedWord(text, word, next) ? word.index : undefined;
  const starts = [outcome?.start, start, wordAt].filter((start) => start !== undefined);
  return starts.length === 0 ? undefined : Math.min(...starts);
}

/** `…/exec` may also be the directory's own name: another command must follow then, and no slash stand before. */
function isGluedWord(text: string, word: RegExpExecArray, next: string | undefined): boolean {
  if (/[/\\]$/.test(text.slice(0, word.index))) return false;
  return word[0] !== 'exec' || (next !== undefined && startsWithShell(next));
}
