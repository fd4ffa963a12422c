/** Tracks the quoting of a command that may span lines, up to ` in <directory>`. */
export interface CommandReader {
  /** Position of ` in ` before the directory in this line; undefined if the command continues. */
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
 * Codex prints commands with POSIX shell quoting, then ` in ` and the directory without quotes. The ` in ` that counts is therefore the
 * last one outside quotes that a directory follows.
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

const shells = new Set(['bash', 'zsh', 'sh', 'dash', 'ksh', 'fish']);
const powershells = new Set(['pwsh', 'powershell']);

/** Words of a command in POSIX quoting, each with its position; undefined if a quote is not closed. */
function splitWords(command: string): { text: string; at: number }[] | undefined {
  const words: { text: string; at: number }[] = [];
  let at = 0;
  while (at < command.length) {
    if (isSpace(command[at])) {
      at += 1;
      continue;
    }
    const word = readWord(command, at);
    if (word === undefined) return undefined;
    words.push({ text: word.text, at });
    at = word.end;
  }
  return words;
}

function readWord(command: string, start: number): { text: string; end: number } | undefined {
  const parts: string[] = [];
  let at = start;
  while (at < command.length && !isSpace(command[at])) {
    const char = command[at];
    if (char === "'") {
      const end = command.indexOf("'", at + 1);
      if (end === -1) return undefined;
      parts.push(command.slice(at + 1, end));
      at = end + 1;
    } else if (char === '"') {
      const quoted = readDoubleQuoted(command, at + 1);
      if (quoted === undefined) return undefined;
      parts.push(quoted.text);
      at = quoted.end;
    } else if (char === '\\') {
      parts.push(command[at + 1] ?? '');
      at += 2;
    } else {
      let end = at + 1;
      while (end < command.length && !isSpecial(command[end])) end += 1;
      parts.push(command.slice(at, end));
      at = end;
    }
  }
  return { text: parts.join(''), end: at };
}

function readDoubleQuoted(command: string, start: number): { text: string; end: number } | undefined {
  const parts: string[] = [];
  let from = start;
  for (let at = start; at < command.length; at += 1) {
    const char = command[at];
    if (char === '"') {
      parts.push(command.slice(from, at));
      return { text: parts.join(''), end: at + 1 };
    }
    if (char === '\\') {
      const next = command[at + 1] ?? '';
      if ('$`"\\\n'.includes(next)) {
        parts.push(command.slice(from, at), next === '\n' ? '' : next);
        from = at + 2;
      }
      at += 1;
    }
  }
  return undefined;
}

function isSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\r';
}

function isSpecial(char: string | undefined): boolean {
  return isSpace(char) || char === "'" || char === '"' || char === '\\';
}

/**
 * The script that a shell command runs, unquoted: `ls -la` for `bash -lc 'ls -la'`. A command without a shell, or cut off inside a quote,
 * is its own script.
 */
export function readScript(command: string): string {
  const words = splitWords(command);
  const [program, ...rest] = words ?? [];
  if (program === undefined) return command;
  const name = (program.text.split(/[\\/]/).at(-1) ?? '').replace(/\.exe$/i, '').toLowerCase();
  const flag = rest.findIndex(({ text }) => isScriptFlag(name, text));
  const script = flag === -1 ? undefined : rest[flag + 1];
  if (script === undefined) return command;
  // More words than one script: they were not quoted, so together they are the script.
  return rest[flag + 2] === undefined ? script.text : command.slice(script.at);
}

function isScriptFlag(program: string, word: string): boolean {
  if (shells.has(program)) return /^-[a-z]*c$/.test(word);
  if (powershells.has(program)) return /^-(?:c|command)$/i.test(word);
  return program === 'cmd' && /^\/c$/i.test(word);
}
