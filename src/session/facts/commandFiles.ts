import { splitCommand } from './commandLine.ts';

/**
 * The files that a shell command seems to write: where it sends output, and what `tee`, `sed -i`, `perl -i`, `mv` and `cp` name. Only words that are
 * paths as they stand; what a shell would fill in, and temporary and device files, are left out.
 */
export function filesWritten(command: string): string[] {
  const found = new Set<string>();
  for (const words of splitCommand(command).commands) {
    for (const path of [
      ...redirected(words),
      ...named(words.filter((_, at) => words[at - 1] !== '>' && words[at] !== '>')),
    ])
      if (isFile(path)) found.add(path);
  }
  return [...found];
}

/**
 * The files that a shell command seems to write, remove, or set back to another version: those of {@link filesWritten}, and what `rm` and git
 * name. How it changed them is not in a log.
 */
export function filesDisturbed(command: string): string[] {
  const found = new Set(filesWritten(command));
  for (const words of splitCommand(command).commands)
    for (const path of removedOrSetBack(words)) if (isFile(path)) found.add(path);
  return [...found];
}

function removedOrSetBack([first = '', ...args]: readonly string[]): readonly string[] {
  const program = first.split('/').at(-1);
  const [sub = '', ...paths] = args.filter((each) => !each.startsWith('-'));
  if (program === 'rm' || program === 'unlink') return [sub, ...paths];
  return program === 'git' && ['rm', 'mv', 'checkout', 'restore'].includes(sub) ? paths : [];
}

/** The git commands of a shell command that may change any file of the working tree, such as `git stash`; those that name files are left out. */
export function gitTreeChanges(command: string): string[] {
  const found = splitCommand(command).commands.flatMap((words) => {
    const [first = '', sub = '', ...rest] = words;
    if (first.split('/').at(-1) !== 'git' || removedOrSetBack(words).some(isFile)) return [];
    return treeChanging[sub]?.(rest) === true ? [`git ${sub}`] : [];
  });
  return [...new Set(found)];
}

const always = (): boolean => true;

/** By subcommand: whether its arguments let it change files. */
const treeChanging: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  apply: (args) => !args.some((each) => /^--(?:check|stat|numstat|summary|cached)$/.test(each)),
  checkout: (args) => args.length > 0 && !args.some((each) => /^-[bB]$|^--orphan$/.test(each)),
  restore: (args) => !args.includes('--staged') || args.includes('--worktree'),
  reset: (args) => args.some((each) => /^--(?:hard|merge|keep)$/.test(each)),
  stash: ([action]) => !['list', 'show', 'drop', 'clear', 'create', 'store'].includes(action ?? ''),
  switch: (args) => !args.some((each) => /^-[cC]$|^--(?:create|force-create|orphan)$/.test(each)),
  ...{ pull: always, merge: always, rebase: always, revert: always, am: always, 'cherry-pick': always },
};

function redirected(words: readonly string[]): string[] {
  return words.filter((_, at) => words[at - 1] === '>');
}

function named([first = '', ...args]: readonly string[]): readonly string[] {
  const program = first.split('/').at(-1);
  const paths = args.filter((each) => !each.startsWith('-'));
  switch (program) {
    case 'tee':
      return paths;
    case 'mv':
    case 'cp':
      return paths.length === 2 ? paths.slice(program === 'mv' ? 0 : 1) : [];
    case 'sed':
    case 'gsed':
      return args.some((each) => /^(?:-[a-zA-Z]*i|--in-place)/.test(each)) ? paths.slice(1) : [];
    case 'perl':
    case 'ruby':
      return args.some((each) => /^-[0-9a-zA-Z]*i/.test(each)) ? afterScript(args) : [];
    default:
      return [];
  }
}

/** What follows a script that is given with `-e`. */
function afterScript(args: readonly string[]): string[] {
  const script = args.findIndex((each) => /^-[0-9a-zA-Z]*e$/.test(each));
  return script === -1 ? [] : args.slice(script + 2).filter((each) => !each.startsWith('-'));
}

function isFile(path: string): boolean {
  if (!/^[^\s$*?{}<>|&;'"`]{1,300}$/.test(path) || path.endsWith('/')) return false;
  if (/^(?:\/tmp\/|\/var\/|\/dev\/|\/proc\/|\/private\/tmp\/)/.test(path)) return false;
  // A folder is named without a dot; a file seldom is.
  return /(?:^|\/)[^/]*\.[\w-]{1,20}$|(?:^|\/)(?:Makefile|Dockerfile|LICENSE)$/.test(path) && !/^\.{1,2}$/.test(path);
}
