const readers = new Set(
  (
    'cat bat head tail less more nl wc ls tree pwd stat file du df find fd rg grep egrep fgrep ag sed cut tr sort uniq ' +
    'diff cmp comm jq yq echo printf which type whoami uname date env printenv basename dirname realpath readlink cd true ' +
    'test [ seq column xxd strings md5sum sha256sum ' +
    'get-content get-childitem get-item get-location select-string select-object sort-object test-path measure-object ' +
    'format-table format-list out-string write-output resolve-path dir gci gc'
  ).split(' '),
);
const gitReaders = new Set(
  'status diff log show ls-files ls-tree rev-parse blame grep branch remote describe shortlog cat-file'.split(' '),
);
/** Flags with which a reader writes or runs something. */
const writingFlags: Readonly<Record<string, RegExp>> = {
  sed: /^(?:-i|--in-place|-[a-zA-Z]*i)/,
  find: /^-(?:delete|exec|execdir|ok|fprint|fls)/,
  fd: /^(?:-x|-X|--exec)/,
  sort: /^(?:-o|--output)/,
  env: /^[^-=]+$/,
  branch: /^(?:-[dDmMcC]|[^-])/,
  remote: /^(?:add|remove|rename|set-)/,
};

/** Whether every command of a script only reads, as far as can be told; in doubt it does not. */
export function isReadingScript(script: string): boolean {
  const commands = splitCommands(script);
  return commands !== undefined && commands.length > 0 && commands.every(isReading);
}

function isReading(words: readonly string[]): boolean {
  const [first = '', ...rest] = words;
  const name = (first.split(/[\\/]/).at(-1) ?? '').toLowerCase();
  if (name === 'git') {
    const [verb = '', ...more] = rest.filter((word) => !word.startsWith('-'));
    return gitReaders.has(verb) && !more.some((word) => writes(verb, word));
  }
  return readers.has(name) && !rest.some((word) => writes(name, word));
}

function writes(name: string, word: string): boolean {
  return Object.hasOwn(writingFlags, name) && writingFlags[name]?.test(word) === true;
}

/** The commands of a script as words; undefined where it redirects, substitutes or leaves a quote open. */
function splitCommands(script: string): string[][] | undefined {
  const quiet = script.replaceAll(/\d?>\s?\/dev\/null|2>&1/g, ' ');
  const commands: string[][] = [];
  let words: string[] = [];
  let word = '';
  let quote = '';
  const endWord = (): void => {
    if (word !== '') words.push(word);
    word = '';
  };
  for (const char of quiet) {
    if (quote !== '') {
      if (char === quote) quote = '';
      else if (quote === '"' && (char === '`' || char === '$')) return undefined;
      else word += char;
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '>' || char === '<' || char === '`' || char === '$' || char === '{') return undefined;
    else if (char === ';' || char === '|' || char === '&' || char === '\n') {
      endWord();
      if (words.length > 0) commands.push(words);
      words = [];
    } else if (char === ' ' || char === '\t' || char === '\r') endWord();
    else word += char;
  }
  if (quote !== '') return undefined;
  endWord();
  if (words.length > 0) commands.push(words);
  return commands;
}
