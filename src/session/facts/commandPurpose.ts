import { rememberAnswers } from '../text/rememberAnswers.ts';
import { withoutDocuments } from './hereDocuments.ts';

/** The purpose of a shell command: to check the work, to look at something, to change something, or none of these. */
export type CommandPurpose = 'test' | 'read' | 'change' | 'other';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Programs that only run another program, named by their arguments. */
const wrappers = set(
  'sudo time env command exec nohup nice xargs npx bunx pnpx uvx cross-env dotenv poetry pipenv bundle uv rye hatch',
);
/** Arguments that a wrapper may have before the program. */
const wrapperWords = set('run exec dlx x');
const shells = set('bash sh zsh dash fish pwsh powershell');

const idle = set('cd pushd popd export set source . true : wait sleep shopt ulimit clear exit return break');
/** Words of the shell's own grammar that may stand before a command. */
const keywords = set('if then else elif while until do ! {');
const closing = set('fi done esac }');
const reading = set(
  'ls cat head tail less more grep egrep fgrep rg ag ack find fd tree wc file stat du df pwd which whereis type echo ' +
    'printf printenv date whoami id uname hostname ps pgrep top lsof netstat ss jq yq sort uniq cut tr seq column awk gawk ' +
    'diff cmp comm md5sum sha1sum sha256sum shasum strings hexdump xxd od nl sed basename dirname realpath readlink bat ' +
    'exa eza test [ dir gci gc get-content get-childitem get-item get-location select-string select-object sort-object ' +
    'test-path measure-object format-table format-list out-string write-output resolve-path ping dig nslookup history man curl',
);
const testing = set(
  'jest vitest mocha ava pytest py.test tox nox phpunit rspec cypress ctest karma tsc vue-tsc eslint oxlint ruff mypy ' +
    'pyright basedpyright ty flake8 pylint shellcheck stylelint golangci-lint markdownlint knip publint attw nyc c8 ktlint swiftlint ' +
    'hadolint phpstan psalm clippy staticcheck rubocop bandit semgrep gotestsum',
);

const gitReads = set(
  'status log diff show blame ls-files ls-remote ls-tree grep rev-parse merge-base describe shortlog reflog remote branch fetch ' +
    'cat-file',
);
/** Subcommands by program: those that check, and those that only look. */
const subcommands: Readonly<Record<string, { test?: ReadonlySet<string>; read?: ReadonlySet<string> }>> = {
  gh: { read: set('view list status checks search api') },
  cargo: { test: set('test check clippy build nextest bench llvm-cov tarpaulin'), read: set('tree metadata') },
  go: { test: set('test vet build'), read: set('list env doc version') },
  dotnet: { test: set('test build') },
  mvn: { test: set('test verify package compile') },
  gradle: { test: set('test check build assemble') },
  gradlew: { test: set('test check build assemble') },
  make: { test: set('test check lint build typecheck') },
  deno: { test: set('test check lint bench') },
  swift: { test: set('test build') },
  bazel: { test: set('test build') },
  docker: { read: set('ps images logs inspect version') },
  kubectl: { read: set('get describe logs') },
  vite: { test: set('build') },
  next: { test: set('build lint') },
  astro: { test: set('build check') },
  storybook: { test: set('build') },
  biome: { test: set('check lint ci format') },
  prettier: { test: set('--check -c') },
  black: { test: set('--check') },
  playwright: { test: set('test') },
  pip: { read: set('list show freeze') },
  node: { test: set('--test --check') },
  python: { test: set('pytest unittest mypy ruff compileall py_compile') },
};

/** Programs that run the scripts of a project, by their names. */
const packageManagers = set('npm pnpm yarn bun composer rake mise just nx turbo');
/** Those whose `ci` installs; elsewhere it is a script. */
const cleanInstallers = set('npm pnpm bun');
const packageReads = set('ls list view info outdated why audit config');
/** Names of package scripts that check, with anything before or after a colon or dash. */
const testScript =
  /^(?:test|tests|lint|check|type|types|typecheck|tsc|build|verify|ci|e2e|spec|validate)(?:$|[:_-])|[:_-](?:test|lint|check|build)(?:$|[:_-])/;

/** Interpreters: the purpose of an inline script is unknown. */
const inlineScript = set('python node deno ruby perl php rscript bun tsx ts-node');

/** Programs and subcommands that only read, with the arguments that make them run or change something. */
const changingArguments: Readonly<Record<string, RegExp>> = {
  sed: /^(?:-[a-zA-Z]*i|--in-place)/,
  find: /^-(?:delete|exec|execdir|ok|okdir|fprint|fls)/,
  fd: /^(?:-x|-X|--exec)/,
  sort: /^(?:-o|--output)/,
  gh: /^(?:-[XfF]$|--(?:method|field|raw-field|input))/,
  curl: /^(?:-(?:X|d|F|T)|--(?:request|data|form|upload-file|json))/,
  'git branch': /^(?:-[dDmMcCfu]$|--(?:delete|move|copy|force|set-upstream|unset-upstream)|[^-])/,
  'git remote': /^(?:add|remove|rm|rename|set-\w+|prune|update)$/,
  'git reflog': /^(?:expire|delete)$/,
};

/** The purpose of a shell command: that of its most important part. A check ranks above a change, a change above a look. */
export const commandPurpose = rememberAnswers(
  (command): CommandPurpose => weightiest(splitCommand(unwrap(command)).commands.map((words) => purposeOf(words))),
);

/** Whether every part of a shell command only looks; false in doubt. */
export const onlyReads = rememberAnswers((command): boolean => {
  const { commands, clear } = splitCommand(command);
  const purposes = commands.map((words) => purposeOf(words));
  return clear && purposes.includes('read') && purposes.every((each) => each === 'read' || each === 'other');
});

/** Maximum length of a command's name, in characters. */
const longestName = 40;

/**
 * A name for what a shell command runs, so that its runs can be counted together: the program of its most important part, with the
 * subcommand or script that tells its purpose (`git commit`, `pnpm test`, `pytest`). Undefined where no program is named.
 */
export function commandName(command: string, depth = 0): string | undefined {
  const [first = '', ...args] = afterWrappers(mainCommand(command));
  const program = programOf(first);
  if (program === '') return undefined;
  if (shells.has(program)) {
    const inner = args[args.findIndex(isShellFlag) + 1];
    if (args.some(isShellFlag) && inner !== undefined && depth < 2) return commandName(inner, depth + 1);
    const script = args.find((each) => !each.startsWith('-'));
    if (script !== undefined) return programOf(script).slice(0, longestName);
  }
  return nameOf(program, args).slice(0, longestName);
}

/** The words of the most important part of a shell command; of equally important ones the first that names a program. */
function mainCommand(command: string): readonly string[] {
  const { commands } = splitCommand(unwrap(command));
  const purposes = commands.map((words) => purposeOf(words));
  const weight = weightiest(purposes);
  const candidates = commands.filter((_, at) => purposes[at] === weight);
  return candidates.find((words) => namesProgram(afterWrappers(words)[0] ?? '')) ?? candidates[0] ?? [];
}

/** A variable or a piece of punctuation, as PowerShell puts first, names none. */
function namesProgram(word: string): boolean {
  return (
    /^(?:\[|[\w./~@\\:+ -]{1,300})$/.test(word) &&
    /[A-Za-z[]/.test(word) &&
    !/^\w?(?:-{2}|$)/.test(word) &&
    !closing.has(word)
  );
}

/** What a simple command tries, so that a later run of the same can be found. */
export interface CommandAim {
  /** Its name and its arguments, without options, variables set for it, and what its output is piped through. */
  readonly aim: string;
  /** The name, where it is a check. */
  readonly check?: string;
  /** It is a check of everything: it names no part. */
  readonly whole: boolean;
}

/** What a shell command tries: first its most important part, then its other checks, and the parts that have succeeded too if all of it did. */
export function commandAims(command: string, depth = 0): CommandAim[] {
  const main = mainCommand(command);
  const [program = '', ...words] = afterWrappers(main);
  const inner = words[words.findIndex(isShellFlag) + 1];
  if (shells.has(programOf(program)) && words.some(isShellFlag) && inner !== undefined && depth < 2)
    return commandAims(inner, depth + 1);
  const { commands, operators } = splitCommand(unwrap(command));
  const chained = operators.slice(0, -1).every((operator) => operator === '&&');
  const others = commands.filter(
    (each) => each.join(' ') !== main.join(' ') && (chained || purposeOf(each) === 'test'),
  );
  return [main, ...others].flatMap((each) => aimOf(each) ?? []);
}

function aimOf(words: readonly string[]): CommandAim | undefined {
  const [first = '', ...args] = afterWrappers(words);
  const program = programOf(first);
  if (program === '' || idle.has(program)) return undefined;
  const name = nameOf(program, args).slice(0, longestName);
  const named = name.split(' ');
  const parts = args.filter((each) => !each.startsWith('-') && each !== '>' && !named.includes(each) && each !== 'run');
  const isCheck = purposeOf(words) === 'test';
  const whole = isCheck && parts.every((each) => /^(?:\.|\.\/|\.\/\.\.\.)$/.test(each));
  // Each commit has words of its own.
  const aim = whole || /^git (?:commit|add|push|pull|fetch)$/.test(name) ? name : `${name} ${parts.join(' ')}`;
  return { aim, whole, ...(isCheck ? { check: name } : {}) };
}

/** Programs that end with 1 where they find nothing, or a difference. */
const lookers = set('grep egrep fgrep rg ag ack diff cmp test [ pgrep');

/** Whether the exit code of a shell command is that of a search or comparison, for which 1 means "none". */
export function endsInLook(command: string): boolean {
  const { commands } = splitCommand(unwrap(command));
  const [first = '', verb] = afterWrappers(commands.at(-1) ?? []);
  const program = programOf(first);
  return lookers.has(program) || (program === 'git' && (verb === 'grep' || verb === 'diff'));
}

/** What a shell command prints only if a part of it passed (`pnpm test && echo fine`), or only if it failed. */
export function echoedOutcome(
  parts: readonly CommandPart[],
  at: number,
): { readonly passed?: string; readonly failed?: string } {
  const { program, words = [] } = parts[at + 1] ?? {};
  const text = words.join(' ');
  if (program !== 'echo' || !/^[^$`]{2,200}$/.test(text)) return {};
  const operator = parts[at]?.operator;
  if (operator === '&&') return { passed: text };
  return operator === '||' ? { failed: text } : {};
}

/**
 * Whether the exit code of a shell command does not tell of its checks: the exit code of one is lost in a pipe, or another command follows
 * whatever became of it. After `check && …` a command that succeeded has passed its check.
 */
export function hidesExit(command: string): boolean {
  const parts = commandParts(command);
  const kept = keepsPipeExits(parts);
  return parts.some(({ purpose, operator }, at) => {
    if (purpose !== 'test') return false;
    const after = parts.slice(at + 1, -1).map((part) => part.operator);
    if (isPipe(operator)) return !kept || after.some(goesOn);
    return at < parts.length - 1 && [operator, ...after].some(goesOn);
  });
}

/** Whether the exit code of a pipe is that of its first command that failed. */
export function keepsPipeExits(parts: readonly CommandPart[]): boolean {
  return parts.some(({ program, words }) => program === 'set' && words.includes('pipefail'));
}

export function isPipe(operator: string): boolean {
  return operator === '|' || operator === '|&';
}

/** Whether what stands behind an operator runs even if what stands before it failed. */
export function goesOn(operator: string): boolean {
  return operator !== '&&' && operator !== '(' && operator !== ')' && !isPipe(operator);
}

/** A simple command of a shell command, without what only runs it (`sudo`, `npx`). */
export interface CommandPart {
  readonly program: string;
  /** With its subcommand or script, as `commandName` gives it. */
  readonly name: string;
  readonly words: readonly string[];
  readonly purpose: CommandPurpose;
  /** The operator behind it; '' behind the last one. */
  readonly operator: string;
}

/** The simple commands of a shell command in order, without those in substitutions; of `bash -lc '…'` those inside. */
export function commandParts(command: string, depth = 0): CommandPart[] {
  const { commands, operators } = splitCommand(unwrap(command));
  return operators.flatMap((operator, at) => {
    const [first = '', ...words] = afterWrappers(commands[at] ?? []);
    const program = programOf(first);
    const inner = shells.has(program) && depth < 2 ? words[words.findIndex(isShellFlag) + 1] : undefined;
    if (inner !== undefined && words.some(isShellFlag)) {
      const parts = commandParts(inner, depth + 1);
      return parts.map((part, n) => (n === parts.length - 1 ? { ...part, operator } : part));
    }
    const name = program === '' ? '' : nameOf(program, words).slice(0, longestName);
    return { program, name, words, purpose: purposeOf(commands[at] ?? []), operator };
  });
}

/** The names of the checks that a command runs, each once. */
export function checkNames(parts: readonly CommandPart[]): string[] {
  return [...new Set(parts.filter(({ purpose }) => purpose === 'test').map(({ name }) => name))];
}

function nameOf(program: string, args: readonly string[]): string {
  if (/^pip[\d.]+$/.test(program)) return nameOf('pip', args);
  const takesNext = (option = ''): boolean => option === '-c' || valued.test(option);
  const words = args.filter((each, at) => !each.startsWith('-') && !takesNext(args[at - 1]));
  if (packageManagers.has(program)) {
    const [verb, ...rest] = words;
    if (verb === 'exec' || verb === 'dlx' || verb === 'x')
      return rest[0] === undefined ? program : nameOf(rest[0], rest.slice(1));
    return [program, verb === 'run' ? rest[0] : verb].filter(Boolean).join(' ');
  }
  if (inlineScript.has(program.replace(/[\d.]+$/, ''))) {
    const module = args[args.indexOf('-m') + 1];
    if (args.includes('-m') && module !== undefined) return module;
    const script = args[0] === undefined || args[0].startsWith('-') ? undefined : args[0].split(/[/\\]/).at(-1);
    return script === undefined ? program : `${program} ${script}`;
  }
  const hasVerb = program === 'git' || Object.hasOwn(subcommands, program);
  return hasVerb && words[0] !== undefined ? `${program} ${words[0]}` : program;
}

function weightiest(purposes: readonly CommandPurpose[]): CommandPurpose {
  return (['test', 'change', 'read'] as const).find((purpose) => purposes.includes(purpose)) ?? 'other';
}

/** Unwraps `Bash(command)`, as some logs write a call. */
function unwrap(command: string): string {
  const open = /^\w{1,40}\(/.exec(command);
  return open !== null && command.endsWith(')') ? command.slice(open[0].length, -1) : command;
}

function purposeOf(words: readonly string[], depth = 0): CommandPurpose {
  const rest = afterWrappers(words);
  const [first = '', ...args] = rest;
  const program = programOf(first);
  if (program === '' || idle.has(program) || !namesProgram(first)) return 'other';
  if (shells.has(program)) return shellPurpose(args, depth);
  const purpose = programPurpose(program.replace(/^(python|pip)[\d.]+$/, '$1'), args);
  return words.includes('>') && purpose !== 'test' ? 'change' : purpose;
}

function programOf(word: string): string {
  return (word.split(/[/\\]/).at(-1) ?? '').toLowerCase().replace(/\.(?:exe|cmd|ps1)$/, '');
}

const isShellFlag = (word: string): boolean => /^-\w*c$|^-command$/i.test(word);

/** Unwraps `bash -lc 'command'`. */
function shellPurpose(args: readonly string[], depth: number): CommandPurpose {
  const flag = args.findIndex(isShellFlag);
  const inner = flag === -1 ? undefined : args[flag + 1];
  if (inner === undefined || depth > 1) return 'change';
  return weightiest(splitCommand(inner).commands.map((words) => purposeOf(words, depth + 1)));
}

function afterWrappers(words: readonly string[]): readonly string[] {
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

function programPurpose(program: string, args: readonly string[]): CommandPurpose {
  if (args.some((each) => each === '--version' || each === '--help') || listsTests(program, args)) return 'read';
  if (program === 'ruff' && args.includes('format') && !args.includes('--check')) return 'change';
  if (testing.has(program)) return 'test';
  if (packageManagers.has(program)) return scriptPurpose(program, args);
  if (program === 'git') return gitPurpose(args);
  if (inlineScript.has(program) && args.some((each) => /^-(?:c|e|p|pe|)$/.test(each))) return 'other';
  const parts = Object.hasOwn(subcommands, program) ? subcommands[program] : undefined;
  if (parts === undefined) return reading.has(program) && !changes(program, args) ? 'read' : 'change';
  const named = args.slice(0, 3);
  if (named.some((each) => parts.test?.has(each))) return 'test';
  return named.some((each) => parts.read?.has(each)) && !changes(program, args) ? 'read' : 'change';
}

/** Whether pytest only says what it would run. */
function listsTests(program: string, args: readonly string[]): boolean {
  const isPytest = /^py\.?test$/.test(program) || args.slice(0, 3).includes('pytest');
  return isPytest && args.some((each) => /^--(?:collect-only|co|markers|fixtures)$/.test(each));
}

/** Looks at the subcommand alone: what follows may be the name of a branch or a file. */
function gitPurpose(args: readonly string[]): CommandPurpose {
  const at = args.findIndex((each, index) => !each.startsWith('-') && !/^-[Cc]$/.test(args[index - 1] ?? ''));
  const verb = args[at] ?? '';
  return gitReads.has(verb) && !changes(`git ${verb}`, args.slice(at + 1)) ? 'read' : 'change';
}

function changes(program: string, args: readonly string[]): boolean {
  const pattern = Object.hasOwn(changingArguments, program) ? changingArguments[program] : undefined;
  return pattern !== undefined && args.some((each) => pattern.test(each));
}

/** Options of package managers whose value is the next word. */
const valued = /^(?:--filter|--prefix|--workspace|--dir|--cwd|-C|-F|-w)$/;

/** `npm test`, `pnpm run lint`, `yarn build`, `pnpm exec tsc`, `npm --prefix web run typecheck`. */
function scriptPurpose(program: string, args: readonly string[]): CommandPurpose {
  const words = args.filter((each, index) => !each.startsWith('-') && !valued.test(args[index - 1] ?? ''));
  const [first = '', second = ''] = words;
  if (packageReads.has(first)) return 'read';
  if (first === 'ci' && cleanInstallers.has(program)) return 'change';
  if (first === 'exec' || first === 'dlx' || first === 'x') return purposeOf(words.slice(1), 1);
  const run = words.indexOf('run');
  const script = run === -1 ? first : (words[run + 1] ?? '');
  if (script === 't' || testScript.test(script)) return 'test';
  // A script of the manager's own: `pnpm tsc`.
  return testing.has(first) || (first === 'run' && testing.has(second)) ? 'test' : 'change';
}

/** Length of the start of a command that is analysed, in characters, without the bodies of here-documents. */
const commandLimit = 2000;

/** The part of a shell command that gives away its purpose. */
export function commandStart(command: string): string {
  return withoutDocuments(command, commandLimit).slice(0, commandLimit);
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
  for (const inner of substituted) commands.push(...splitCommand(inner).commands);
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
