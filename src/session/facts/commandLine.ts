const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Programs that only run another program, named by their arguments. */
const wrappers = set(
  'sudo time env command exec nohup nice xargs npx bunx pnpx uvx cross-env dotenv poetry pipenv bundle uv rye hatch',
);
/** Arguments that a wrapper may have before the program. */
const wrapperWords = set('run exec dlx x');
/** Programs that run a command given as text. */
export const shells = set('bash sh zsh dash fish pwsh powershell');
/** Words of the shell's own grammar that may stand before a command. */
const keywords = set('if then else elif while until do ! {');
const closing = set('fi done esac }');

/** Unwraps `Bash(command)`, as some logs write a call. */
export function unwrapCall(command: string): string {
  const open = /^\w{1,40}\(/.exec(command);
  return open !== null && command.endsWith(')') ? command.slice(open[0].length, -1) : command;
}

/** The words of a simple command from its program on, without variables set for it, words of grammar, and programs that only run it. */
export function afterWrappers(words: readonly string[]): readonly string[] {
  let at = 0;
  let wrapped = false;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (/^\w+=/.test(word) || keywords.has(word)) continue;
    if (wrappers.has(word)) wrapped = true;
    else if (word === 'timeout') at += 1;
    else if (!wrapped || !(wrapperWords.has(word) || word.startsWith('-'))) break;
  }
  return words.slice(at);
}

/** The name of a program: `/usr/bin/python3.EXE` is `python3`. */
export function programOf(word: string): string {
  return (word.split(/[/\\]/).at(-1) ?? '').toLowerCase().replace(/\.(?:exe|cmd|ps1)$/, '');
}

/** Whether a word can name a program. A variable or a piece of punctuation, as PowerShell puts first, names none. */
export function namesProgram(word: string): boolean {
  return (
    /^(?:\[|[\w./~@\\:+ -]{1,300})$/.test(word) &&
    /[A-Za-z[]/.test(word) &&
    !/^\w?(?:-{2}|$)/.test(word) &&
    !closing.has(word)
  );
}

/**
 * The command that a shell is given to run: the one in `bash -lc 'pnpm test'`. Undefined for other programs, and for a shell that runs a script.
 * @param program without its path, as `programOf` gives it
 */
export function innerCommand(program: string, args: readonly string[]): string | undefined {
  const flag = shells.has(program) ? args.findIndex((word) => /^-\w*c$|^-command$/i.test(word)) : -1;
  return flag === -1 ? undefined : args[flag + 1];
}

/** Whether an operator hands the output of what stands before it to what stands behind it. */
export function isPipe(operator: string): boolean {
  return operator === '|' || operator === '|&';
}

/** Whether what stands behind an operator runs even if what stands before it failed. */
export function goesOn(operator: string): boolean {
  return operator !== '&&' && operator !== '(' && operator !== ')' && !isPipe(operator);
}

/** Length of the start of a command that is analysed, in characters, without the bodies of here-documents. */
const commandLimit = 2000;

/** The part of a shell command that gives away its purpose. */
export function commandStart(command: string): string {
  return withoutDocuments(command, commandLimit).slice(0, commandLimit);
}

/** Matches the start of a here-document; its tag ends it on a line of its own. */
const documentStart = /(?<!<)<<-?[ \t]{0,4}(?:'(\w{1,40})'|"(\w{1,40})"|\\?(\w{1,40}))/;

/** Most here-documents that are looked at in one command. */
const mostDocuments = 8;

/**
 * The start of a shell command without the bodies of its here-documents, which are text: `cat <<EOF`, the lines and `EOF` become
 * `cat < EOF`. A document that never ends stays.
 * @param length of the start, in characters
 */
function withoutDocuments(command: string, length: number): string {
  let kept = '';
  let rest = command;
  for (let n = 0; n < mostDocuments && kept.length < length; n += 1) {
    const start = documentStart.exec(rest.slice(0, length - kept.length));
    if (start === null) break;
    const [opening, single, double, bare] = start;
    const tag = single ?? double ?? bare ?? '';
    const after = start.index + opening.length;
    const line = rest.indexOf('\n', after);
    const end =
      line === -1
        ? undefined
        : (endOfDocument(rest, line + 1, tag, '\n') ??
          (opening[2] === '-' ? endOfDocument(rest, line + 1, tag, '\t') : undefined));
    if (end === undefined) break;
    kept += `${rest.slice(0, start.index)}< ${tag}`;
    rest = rest.slice(after, line) + rest.slice(end);
  }
  return kept + rest;
}

/** Where the line ends that ends a document: nothing stands in it but the tag, after `<<-` with tabs before it. Undefined where no line does. */
function endOfDocument(text: string, start: number, tag: string, before: string): number | undefined {
  const word = before + tag;
  for (let at = text.indexOf(word, start - 1); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const [blanks] = /^[ \t\r]{0,40}(?=\n|$)/.exec(text.slice(end, end + 80)) ?? [];
    if (blanks !== undefined) return end + blanks.length;
  }
  return undefined;
}

/** Whether a character begins an operator; parentheses only group. */
const beginsOperator = new Set([';', '|', '&', '(', ')', '`', '\n']);
const longOperators = ['&&', '||', '|&'];

/** End of a run of characters that have no special meaning. */
const special = /[\\"'<>;|&()`\s]/g;

/** The simple commands of a shell command, each as its words without quotes. */
interface SplitCommand {
  readonly commands: string[][];
  /** The operator after each command; the last one has none, and commands inside substitutions have none. */
  readonly operators: string[];
  /** True if nothing was cut off, left open, or filled in only at run time (`$x`, a here-document). */
  readonly clear: boolean;
}

/**
 * Splits a shell command at its operators into simple commands, in one pass. Quoted text is one word, and a command substitution in it is a
 * command of its own; a redirection into a file becomes the word `>`. Reads past here-documents, because their bodies are text, and stops
 * where one begins that does not end.
 */
export function splitCommand(command: string): SplitCommand {
  const whole = withoutDocuments(command, commandLimit);
  const text = whole.slice(0, commandLimit);
  const commands: string[][] = [];
  const operators: string[] = [];
  const substituted: string[] = [];
  let clear = text.length === whole.length;
  let words: string[] = [];
  let word: string | undefined;
  let document = false;
  const endWord = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = (operator = ''): void => {
    endWord();
    if (words.length > 0) {
      commands.push(words);
      operators.push(operator);
    } else if (operators.at(-1) === ')') operators[operators.length - 1] = operator;
    words = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    const assigned = char === '(' ? substitutionAt(text, at, word) : undefined;
    if (assigned !== undefined) {
      clear = false;
      substituted.push(assigned);
      word = `${word}(${assigned})`;
      at += assigned.length + 1;
    } else if (char === '\\') {
      at += 1;
      word = (word ?? '') + (text[at] ?? '');
    } else if (char === '"' || char === "'") {
      const end = closingQuote(text, at);
      const quoted = text.slice(at + 1, end);
      if (end === text.length) clear = false;
      if (char === '"' && /[$`]/.test(quoted)) {
        clear = false;
        const start = quoted.search(/\$\(|`/);
        if (start !== -1) substituted.push(quoted.slice(start + 1));
      }
      word = (word ?? '') + quoted;
      at = end;
    } else if (char === '>') {
      at = takeRedirection(text, at, words, word);
      word = undefined;
    } else if (char === '<') {
      endWord();
      clear = false;
      document ||= text.startsWith('<<', at) && text[at + 2] !== '<';
    } else if (char === '\n' && document) break;
    else if (beginsOperator.has(char)) {
      if (char === '`') clear = false;
      const long = text.slice(at, at + 2);
      endCommand(longOperators.includes(long) ? long : char);
      if (longOperators.includes(long)) at += 1;
    } else if (char === ' ' || char === '\t' || char === '\r') endWord();
    else {
      const end = plainEnd(text, at + 1);
      const plain = text.slice(at, end);
      if (/[$`{]/.test(plain)) clear = false;
      word = (word ?? '') + plain;
      at = end - 1;
    }
  }
  endCommand();
  for (const inner of substituted) for (const command of splitCommand(inner).commands) commands.push(command);
  return { commands, operators, clear };
}

const substitution = /\(([^()'"\n]{0,200})\)/y;

/** The command between the parentheses of an assignment: `pwd` of `CACHE=$(pwd)/.cache go test`, where it begins no other command. */
function substitutionAt(text: string, at: number, word: string | undefined): string | undefined {
  if (word === undefined || !/^\w{1,100}=[^=]{0,300}\$$/.test(word)) return undefined;
  substitution.lastIndex = at;
  return substitution.exec(text)?.[1];
}

function plainEnd(text: string, start: number): number {
  special.lastIndex = start;
  return special.exec(text)?.index ?? text.length;
}

function closingQuote(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\' && quote === '"') at += 1;
    else if (text[at] === quote) return at;
  }
  return text.length;
}

/** Reads past a redirection. Only a redirection into a file counts: `2>&1` and `/dev/null` write nothing. */
function takeRedirection(text: string, start: number, words: string[], word: string | undefined): number {
  // The number before `>` names a stream and is no word of the command.
  if (word !== undefined && !/^\d$/.test(word)) words.push(word);
  let at = start;
  while (text[at] === '>') at += 1;
  while (text[at] === ' ') at += 1;
  if (text[at] === '&' || text.startsWith('/dev/null', at)) {
    while (at + 1 < text.length && !/[\s;|&]/.test(text[at + 1] ?? '')) at += 1;
    return at;
  }
  words.push('>');
  return at - 1;
}
