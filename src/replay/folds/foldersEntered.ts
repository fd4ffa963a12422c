/**
 * The folders that a shell command goes to with `cd` before it does anything else, in order: `cd a && cd b && make` goes to
 * `a`, then `b`. A command that goes somewhere only in a subshell, or to a place that its text does not say (`cd -`,
 * `cd "$DIR"`), says nothing.
 */
export function foldersEntered(command: string): string[] {
  const folders: string[] = [];
  let rest = command.trimStart();
  while (startsWithCd(rest)) {
    const { word, end } = readWord(rest, 2);
    const after = rest.slice(skipBlanks(rest, end));
    const separator = separatorOf(after);
    if (separator === undefined || word === '-' || /[$`*?]/.test(word)) break;
    folders.push(word === '' ? '~' : word);
    rest = after.slice(separator).trimStart();
  }
  return folders;
}

function startsWithCd(text: string): boolean {
  return text.startsWith('cd') && (text.length === 2 || /[\s;&]/.test(text.charAt(2)));
}

/** Length of what ends a command that goes on with another one; undefined where something else follows. */
function separatorOf(text: string): number | undefined {
  if (text === '') return 0;
  if (text.startsWith('&&')) return 2;
  return text.startsWith(';') || text.startsWith('\n') ? 1 : undefined;
}

/** Where what is not a blank begins; a line break ends a command and is none. */
function skipBlanks(text: string, at: number): number {
  let next = at;
  while (text.charAt(next) === ' ' || text.charAt(next) === '\t') next += 1;
  return next;
}

/** One shell word, its quotes and backslashes resolved, from `at` on after blanks; '' where the command ends. */
function readWord(text: string, at: number): { word: string; end: number } {
  let end = skipBlanks(text, at);
  let word = '';
  let quote = '';
  for (; end < text.length; end += 1) {
    const char = text.charAt(end);
    if (quote !== '') {
      if (char === quote) quote = '';
      else word += char;
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '\\' && text.charAt(end + 1) === ' ') {
      word += ' ';
      end += 1;
    } else if (/[\s;&|<>()]/.test(char)) break;
    else word += char;
  }
  return { word, end };
}
