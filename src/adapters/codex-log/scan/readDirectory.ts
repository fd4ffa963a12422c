import { startsWithShell } from '../grammar/commands.ts';
import { readExecOutcome } from '../grammar/readOutcome.ts';

/** A directory at the end of a command's line, and the position of the text joined to it. */
export interface Directory {
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
  const places = [outcome?.start, start, wordAt].filter((place) => place !== undefined);
  return places.length === 0 ? undefined : Math.min(...places);
}

/** `…/exec` may also be the directory's own name: another command must follow then, and no slash stand before. */
function isGluedWord(text: string, word: RegExpExecArray, next: string | undefined): boolean {
  if (/[/\\]$/.test(text.slice(0, word.index))) return false;
  return word[0] !== 'exec' || (next !== undefined && startsWithShell(next));
}
