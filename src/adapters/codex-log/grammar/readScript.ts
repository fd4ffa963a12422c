const shells = new Set(['bash', 'zsh', 'sh', 'dash', 'ksh', 'fish']);
const powershells = new Set(['pwsh', 'powershell']);

/** Words of a command in POSIX quoting, each with where it begins; undefined where a quote stays open. */
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
 * The script that a shell command runs, unquoted: `ls -la` of `bash -lc 'ls -la'`. A command that names no shell, or
 * breaks off inside a quote, is its own script.
 */
export function readScript(command: string): string {
  const words = splitWords(command);
  const [program, ...rest] = words ?? [];
  if (program === undefined) return command;
  const name = (program.text.split(/[\\/]/).at(-1) ?? '').replace(/\.exe$/i, '').toLowerCase();
  const flag = rest.findIndex(({ text }) => isScriptFlag(name, text));
  const script = flag === -1 ? undefined : rest[flag + 1];
  if (script === undefined) return command;
  // More words than one script: they were not quoted, so they are the script as they stand.
  return rest[flag + 2] === undefined ? script.text : command.slice(script.at);
}

function isScriptFlag(program: string, word: string): boolean {
  if (shells.has(program)) return /^-[a-z]*c$/.test(word);
  if (powershells.has(program)) return /^-(?:c|command)$/i.test(word);
  return program === 'cmd' && /^\/c$/i.test(word);
}
