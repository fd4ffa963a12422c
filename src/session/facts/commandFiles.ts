import { splitCommand } from './commandPurpose.ts';

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
