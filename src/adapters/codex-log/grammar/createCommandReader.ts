/** Follows the quoting of a command that may span lines, up to ` in <directory>`. */
export interface CommandReader {
  /** Where ` in ` before the directory begins in this line; undefined where the command goes on. */
  feed(text: string): number | undefined;
}

const shellPattern = /^(?:"[^"]*|[^\s"]*)?(?:bash|zsh|sh|dash|ksh|fish|pwsh|powershell|cmd)(?:\.exe)?"? +[-/]/i;
/** A shell is named at the start of a command. */
const HEAD = 300;

const BACKSLASH = 0x5c;
const SINGLE = 0x27;
const DOUBLE = 0x22;
const SPACE = 0x20;

/** Whether a command begins with a shell and a flag, as nearly all do. */
export function startsWithShell(text: string): boolean {
  return shellPattern.test(text.slice(0, HEAD));
}

/** Whether a directory may stand at this place of a text. */
function isDirectoryAt(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  if (first === 0x2f || first === 0x7e) return true;
  if (first === 0x2e) return /^\.{1,2}(?:[/\\ []|$)/.test(text.slice(at, at + 3));
  return /^(?:[A-Za-z]:[\\/]|\\\\)/.test(text.slice(at, at + 3));
}

/**
 * Codex prints commands quoted as a POSIX shell wants them, then ` in ` and the directory, bare. So the ` in ` that
 * counts is the last one outside quotes that a directory follows.
 */
export function createCommandReader(): CommandReader {
  let quote = 0;
  let escaped = false;
  return {
    feed(text) {
      let found: number | undefined;
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        if (escaped) escaped = false;
        else if (quote === SINGLE) {
          if (code === SINGLE) quote = 0;
        } else if (code === BACKSLASH) escaped = true;
        else if (quote === DOUBLE) {
          if (code === DOUBLE) quote = 0;
        } else if (code === SINGLE || code === DOUBLE) quote = code;
        else if (code === SPACE && text.startsWith(' in ', at) && isDirectoryAt(text, at + 4)) found = at;
      }
      // A backslash at the end of a line escapes the line feed.
      escaped = false;
      return found;
    },
  };
}
