import { rememberAnswers } from '../text/rememberAnswers.ts';
import {
  afterWrappers,
  goesOn,
  innerCommand,
  isPipe,
  namesProgram,
  programOf,
  shells,
  splitCommand,
  unwrapCall,
} from './commandLine.ts';

/** The purpose of a shell command: to check the work, to look at something, to change something, or none of these. */
export type CommandPurpose = 'test' | 'read' | 'change' | 'other';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const idle = set('cd pushd popd export set source . true : wait sleep shopt ulimit clear exit return break');
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

/** Other names of an interpreter or a tool. */
const aliases: Readonly<Record<string, string>> = { py: 'python', nodejs: 'node' };

/** A program by its usual name, without the version that it may be called by: `python3.12` and `py` are `python`, `pip3` is `pip`. */
function usualName(program: string): string {
  const plain = program.replace(/[\d.]{1,16}$/, '');
  const name = inlineScript.has(plain) || plain === 'pip' ? plain : program;
  return (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name;
}

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
  (command): CommandPurpose => weightiest(splitCommand(unwrapCall(command)).commands.map((words) => purposeOf(words))),
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
 * subcommand or script that says its purpose (`git commit`, `pnpm test`, `pytest`). Undefined where no program is named.
 */
export function commandName(command: string, depth = 0): string | undefined {
  const [first = '', ...args] = afterWrappers(mainCommand(command));
  const program = programOf(first);
  if (program === '') return undefined;
  if (shells.has(program)) {
    const inner = innerCommand(program, args);
    if (inner !== undefined && depth < 2) return commandName(inner, depth + 1);
    const script = args.find((each) => !each.startsWith('-'));
    if (script !== undefined) return programOf(script).slice(0, longestName);
  }
  return nameOf(program, args).slice(0, longestName);
}

/** The words of the most important part of a shell command; of equally important ones the first that names a program. */
function mainCommand(command: string): readonly string[] {
  const { commands } = splitCommand(unwrapCall(command));
  const purposes = commands.map((words) => purposeOf(words));
  const weight = weightiest(purposes);
  const candidates = commands.filter((_, at) => purposes[at] === weight);
  return candidates.find((words) => namesProgram(afterWrappers(words)[0] ?? '')) ?? candidates[0] ?? [];
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
  const inner = innerCommand(programOf(program), words);
  if (inner !== undefined && depth < 2) return commandAims(inner, depth + 1);
  const { commands, operators } = splitCommand(unwrapCall(command));
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
  // Whoever calls an interpreter by another name tries the same.
  const tried = nameOf(usualName(program), args).slice(0, longestName);
  const aim = whole || /^git (?:commit|add|push|pull|fetch)$/.test(name) ? tried : `${tried} ${parts.join(' ')}`;
  return { aim, whole, ...(isCheck ? { check: name } : {}) };
}

/** Programs that end with 1 where they find nothing, or a difference. */
const searchPrograms = set('grep egrep fgrep rg ag ack diff cmp test [ pgrep');

/** Whether the exit code of a shell command is that of a search or comparison, for which 1 means "none". */
export function endsInLook(command: string): boolean {
  const { commands } = splitCommand(unwrapCall(command));
  const [first = '', verb] = afterWrappers(commands.at(-1) ?? []);
  const program = programOf(first);
  return searchPrograms.has(program) || (program === 'git' && (verb === 'grep' || verb === 'diff'));
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
 * Whether the exit code of a shell command says nothing of its checks: the exit code of one is lost in a pipe, or another command follows
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
  const { commands, operators } = splitCommand(unwrapCall(command));
  return operators.flatMap((operator, at) => {
    const [first = '', ...words] = afterWrappers(commands[at] ?? []);
    const program = programOf(first);
    const inner = depth < 2 ? innerCommand(program, words) : undefined;
    if (inner !== undefined) {
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
  if (program !== 'pip' && usualName(program) === 'pip') return nameOf('pip', args);
  const takesNext = (option = ''): boolean => option === '-c' || valued.test(option);
  const words = args.filter((each, at) => !each.startsWith('-') && !takesNext(args[at - 1]));
  if (packageManagers.has(program)) {
    const [verb, ...rest] = words;
    if (verb === 'exec' || verb === 'dlx' || verb === 'x')
      return rest[0] === undefined ? program : nameOf(rest[0], rest.slice(1));
    return [program, verb === 'run' ? rest[0] : verb].filter(Boolean).join(' ');
  }
  if (inlineScript.has(usualName(program))) {
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

function purposeOf(words: readonly string[], depth = 0): CommandPurpose {
  const rest = afterWrappers(words);
  const [first = '', ...args] = rest;
  const program = programOf(first);
  if (program === '' || idle.has(program) || !namesProgram(first)) return 'other';
  if (shells.has(program)) return shellPurpose(innerCommand(program, args), depth);
  const purpose = programPurpose(usualName(program), args);
  return words.includes('>') && purpose !== 'test' ? 'change' : purpose;
}

function shellPurpose(inner: string | undefined, depth: number): CommandPurpose {
  if (inner === undefined || depth > 1) return 'change';
  return weightiest(splitCommand(inner).commands.map((words) => purposeOf(words, depth + 1)));
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
