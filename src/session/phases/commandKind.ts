import { splitCommand } from './splitCommand.ts';

/** What a shell command is for: to check the work, to look at something, to change something, or none of these. */
export type CommandKind = 'verify' | 'read' | 'write' | 'neutral';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Programs that only run another one, which their words name. */
const wrappers = set(
  'sudo time env command exec nohup nice xargs npx bunx pnpx uvx cross-env dotenv poetry pipenv bundle uv rye hatch',
);
/** Words that a wrapper may put before the program. */
const wrapperWords = set('run exec dlx x');
const shells = set('bash sh zsh dash fish pwsh powershell');

const neutral = set('cd pushd popd export set source . true : wait sleep shopt ulimit clear');
const reading = set(
  'ls cat head tail less more grep egrep fgrep rg ag ack find fd tree wc file stat du df pwd which whereis type echo ' +
    'printf printenv date whoami id uname hostname ps pgrep top lsof netstat ss jq yq sort uniq cut tr awk gawk column ' +
    'diff cmp comm md5sum sha1sum sha256sum shasum strings hexdump xxd od nl sed basename dirname realpath readlink bat ' +
    'exa eza test [ get-content get-childitem select-string dir ping dig nslookup history man curl',
);
const checking = set(
  'jest vitest mocha ava pytest py.test tox nox phpunit rspec cypress ctest karma tsc vue-tsc eslint oxlint ruff mypy ' +
    'pyright basedpyright ty flake8 pylint shellcheck stylelint golangci-lint markdownlint knip publint attw nyc c8 ktlint swiftlint ' +
    'hadolint phpstan psalm clippy staticcheck rubocop bandit semgrep gotestsum',
);

/** Subcommands by program: those that check, and those that only look. */
const subcommands: Readonly<Record<string, { verify?: ReadonlySet<string>; read?: ReadonlySet<string> }>> = {
  git: {
    read: set(
      'status log diff show blame ls-files grep rev-parse describe shortlog reflog remote branch ls-tree cat-file',
    ),
  },
  gh: { read: set('view list status checks search api') },
  cargo: { verify: set('test check clippy build nextest bench llvm-cov tarpaulin'), read: set('tree metadata') },
  go: { verify: set('test vet build'), read: set('list env doc version') },
  dotnet: { verify: set('test build') },
  mvn: { verify: set('test verify package compile') },
  gradle: { verify: set('test check build assemble') },
  gradlew: { verify: set('test check build assemble') },
  make: { verify: set('test check lint build typecheck') },
  deno: { verify: set('test check lint bench') },
  swift: { verify: set('test build') },
  bazel: { verify: set('test build') },
  docker: { read: set('ps images logs inspect version') },
  kubectl: { read: set('get describe logs') },
  vite: { verify: set('build') },
  next: { verify: set('build lint') },
  astro: { verify: set('build check') },
  storybook: { verify: set('build') },
  biome: { verify: set('check lint ci format') },
  prettier: { verify: set('--check -c') },
  black: { verify: set('--check') },
  playwright: { verify: set('test') },
  pip: { read: set('list show freeze') },
  node: { verify: set('--test --check') },
  python: { verify: set('pytest unittest mypy ruff compileall py_compile') },
};

const packageManagers = set('npm pnpm yarn bun composer rake');
const packageReads = set('ls list view info outdated why audit config');
/** Names of package scripts that check, whatever stands before or after a colon or dash. */
const checkingScript =
  /^(?:test|tests|lint|check|type|types|typecheck|tsc|build|verify|ci|e2e|spec|validate)(?:$|[:_-])|[:_-](?:test|lint|check|build)(?:$|[:_-])/;

/** The kind of a shell command: that of its weightiest part. A check counts more than a change, a change than a look. */
export function commandKind(command: string): CommandKind {
  const kinds = new Set(splitCommand(unwrap(command)).map((words) => kindOf(words)));
  for (const kind of ['verify', 'write', 'read'] as const) if (kinds.has(kind)) return kind;
  return 'neutral';
}

/** `Bash(command)`, as some logs write a call, is the command. */
function unwrap(command: string): string {
  const open = /^\w+\(/.exec(command);
  return open !== null && command.endsWith(')') ? command.slice(open[0].length, -1) : command;
}

function kindOf(words: readonly string[], depth = 0): CommandKind {
  const rest = afterWrappers(words);
  const [first = '', ...args] = rest;
  const program = (first.split(/[/\\]/).at(-1) ?? '').toLowerCase().replace(/\.(?:exe|cmd|ps1)$/, '');
  if (program === '' || neutral.has(program)) return 'neutral';
  if (shells.has(program)) return shellKind(args, depth);
  const kind = programKind(program.replace(/^(python|pip)[\d.]+$/, '$1'), args);
  return words.includes('>') && kind !== 'verify' ? 'write' : kind;
}

/** `bash -lc 'command'` is the command. */
function shellKind(args: readonly string[], depth: number): CommandKind {
  const flag = args.findIndex((each) => /^-\w*c$|^-command$/i.test(each));
  const inner = flag === -1 ? undefined : args[flag + 1];
  if (inner === undefined || depth > 1) return 'write';
  const kinds = splitCommand(inner).map((words) => kindOf(words, depth + 1));
  return (['verify', 'write', 'read'] as const).find((kind) => kinds.includes(kind)) ?? 'neutral';
}

function afterWrappers(words: readonly string[]): readonly string[] {
  let at = 0;
  let wrapped = false;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (/^\w+=/.test(word)) continue;
    if (wrappers.has(word)) wrapped = true;
    else if (word === 'timeout') at += 1;
    else if (!wrapped || !(wrapperWords.has(word) || word.startsWith('-'))) break;
  }
  return words.slice(at);
}

function programKind(program: string, args: readonly string[]): CommandKind {
  if (args.some((each) => each === '--version' || each === '--help')) return 'read';
  if (checking.has(program)) return 'verify';
  if (packageManagers.has(program)) return scriptKind(args);
  const known = Object.hasOwn(subcommands, program) ? subcommands[program] : undefined;
  if (known !== undefined) {
    const told = program === 'git' ? gitCommand(args) : args.slice(0, 3);
    if (told.some((each) => known.verify?.has(each))) return 'verify';
    return told.some((each) => known.read?.has(each)) && !changes(program, args) ? 'read' : 'write';
  }
  if (!reading.has(program)) return 'write';
  return changes(program, args) ? 'write' : 'read';
}

/** The subcommand alone: what follows may be the name of a branch or a file. */
function gitCommand(args: readonly string[]): string[] {
  const at = args.findIndex((each, index) => !each.startsWith('-') && !/^-[Cc]$/.test(args[index - 1] ?? ''));
  return args.slice(at, at + 1);
}

/** Programs that read, with the arguments by which they change something. */
function changes(program: string, args: readonly string[]): boolean {
  switch (program) {
    case 'sed':
      return args.some((each) => /^-\w*i|^--in-place/.test(each));
    case 'find':
      return args.some((each) => each === '-delete' || each === '-exec' || each === '-execdir');
    case 'gh':
      return args.some((each) => /^-[XfF]$|^--(?:method|field|raw-field|input)/.test(each));
    case 'curl':
      return args.some((each) => /^-(?:X|d|F|T)|^--(?:request|data|form|upload-file|json)/.test(each));
    default:
      return false;
  }
}

/** Options of package managers whose value is the next word. */
const valued = /^(?:--filter|--prefix|--workspace|--dir|--cwd|-C|-F|-w)$/;

/** `npm test`, `pnpm run lint`, `yarn build`, `pnpm exec tsc`, `npm --prefix web run typecheck`. */
function scriptKind(args: readonly string[]): CommandKind {
  const words = args.filter((each, index) => !each.startsWith('-') && !valued.test(args[index - 1] ?? ''));
  const [first = '', second = ''] = words;
  if (packageReads.has(first)) return 'read';
  if (first === 'exec' || first === 'dlx' || first === 'x') return kindOf(words.slice(1), 1);
  const run = words.indexOf('run');
  const script = run === -1 ? first : (words[run + 1] ?? '');
  if (script === 't' || checkingScript.test(script)) return 'verify';
  // A script of the manager's own: `pnpm tsc`.
  return checking.has(first) || (first === 'run' && checking.has(second)) ? 'verify' : 'write';
}
