// Writes a change that a log shows into a repository that the user named. The patch comes from a log, so it is hostile.
import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The result of a patch: the changed files, or why nothing was written. */
export type Applied = { readonly files: readonly string[] } | { readonly refused: string };

class Refusal extends Error {}

interface Hunk {
  /** `-1,3 +1,4` as in the log; absent where the log does not know the position. */
  readonly place: string | undefined;
  readonly lines: string[];
}

interface FilePatch {
  /** The file before and after; undefined where it does not exist. Both have the same name. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly hunks: Hunk[];
}

/** Maximum size: a user has looked at the patch before applying it, and nobody looks at more than this. */
const MAX_PATCH = 2_000_000;

/** Path of the repository's top folder, as git gives it. Throws, with what to do, if the folder is not the top of a repository. */
export function openRoot(folder: string): string {
  const root = realpathSync(folder);
  const top = git(root, ['rev-parse', '--show-toplevel']);
  if (top.status !== 0 || realpathSync(top.stdout.trim()) !== root) {
    throw new Error(
      `${folder} is not the top folder of a git repository. Name one: what is applied there can be undone.`,
    );
  }
  return root;
}

/**
 * Applies a unified patch inside the root, or none of it: it is tried first, and nothing is written if it does not fit. Files are changed,
 * not staged. Refuses paths out of the root or into `.git`, links and anything behind them, binary changes, renames, mode changes, and
 * files with uncommitted changes.
 *
 * @param root as `openRoot` gives it.
 */
export function applyPatch(root: string, patch: string): Applied {
  try {
    const files = readPatch(patch).map((each) => placed(root, each));
    const names = files.map(nameOf);
    if (new Set(names).size < names.length) throw new Refusal('The patch changes a file twice.');
    for (const file of files) checkFile(root, file);
    const text = files.map((file) => fileText(root, file)).join('');
    // Hunks of logs often lack the lines around the change; removed lines must match exactly.
    const apply = ['apply', '--unidiff-zero', '--whitespace=nowarn'];
    run(root, [...apply, '--check', '-'], text);
    run(root, [...apply, '-'], text);
    return { files: names };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    throw error;
  }
}

/** Lines between file headers that carry no information of their own. */
const passed = /^(?:diff --git |index [\da-f]+\.\.[\da-f]+|(?:new|deleted) file mode 100(?:644|755)$)/;
const binary = /^(?:GIT binary patch|Binary files )/;

function readPatch(patch: string): FilePatch[] {
  if (patch.length > MAX_PATCH) throw new Refusal('The patch is larger than 2 MB.');
  const files: FilePatch[] = [];
  const lines = patch.replace(/\n$/, '').split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string;
    const next = lines[at + 1] ?? '';
    const hunk = files.at(-1)?.hunks.at(-1);
    if (line.startsWith('--- ') && next.startsWith('+++ ')) {
      files.push({ before: pathOf(line.slice(4)), after: pathOf(next.slice(4)), hunks: [] });
      at += 1;
    } else if (line.startsWith('@@ ') && files.length > 0) {
      const place = /^@@ (-\d+(?:,\d+)? \+\d+(?:,\d+)?) @@/.exec(line)?.[1];
      if (place === undefined && line !== '@@ @@')
        throw new Refusal(`This is no header of a hunk: ${line.slice(0, 80)}`);
      files.at(-1)?.hunks.push({ place, lines: [] });
    } else if (hunk !== undefined && /^[ +\\-]/.test(line)) hunk.lines.push(line);
    else if (binary.test(line)) throw new Refusal('The patch changes a binary file.');
    else if (!passed.test(line)) throw new Refusal(`The patch does more than change text: ${line.slice(0, 80)}`);
  }
  if (files.length === 0) throw new Refusal('The patch names no file.');
  return files;
}

/** The path after `---` or `+++`, as in the patch. */
function pathOf(header: string): string | undefined {
  const path = header.split('\t', 1)[0] as string;
  if (path === '/dev/null') return undefined;
  return /^[ab]\//.test(path) ? path.slice(2) : path;
}

function nameOf({ before, after }: FilePatch): string {
  return after ?? before ?? '';
}

/** Makes paths relative to the root: a log may give absolute paths. */
function placed(root: string, { before, after, hunks }: FilePatch): FilePatch {
  const inside = (path: string): string => {
    const own = path.startsWith(root + sep) ? relative(root, path).split(sep).join('/') : path;
    const parts = own.split('/');
    // Paths that git would quote are refused: reading them differently from git is too risky.
    if (/[\p{Cc}"\\]/u.test(own) || /^[A-Za-z]:/.test(own))
      throw new Refusal(`The path is no plain one: ${JSON.stringify(own)}`);
    if (own.startsWith('/') || parts.some((part) => part === '' || part === '.' || part === '..'))
      throw new Refusal(`${path} is not inside ${root}.`);
    if (parts.some((part) => /^\.git$/i.test(part))) throw new Refusal(`${own} belongs to git itself.`);
    return own;
  };
  const names = { before: before && inside(before), after: after && inside(after) };
  if (names.before !== undefined && names.after !== undefined && names.before !== names.after)
    throw new Refusal(`The patch renames ${names.before} to ${names.after}.`);
  return { ...names, hunks };
}

/** Whether the path to a file contains no link, and the file is unchanged in git or does not exist. */
function checkFile(root: string, file: FilePatch): void {
  const name = nameOf(file);
  const parts = name.split('/');
  for (let length = 1; length <= parts.length; length += 1) {
    const part = parts.slice(0, length).join('/');
    const stats = lstatSync(join(root, part), { throwIfNoEntry: false });
    if (stats === undefined) break;
    if (stats.isSymbolicLink()) throw new Refusal(`${part} is a link, which is not followed.`);
    if (length === parts.length ? !stats.isFile() : !stats.isDirectory())
      throw new Refusal(`${part} is no ${length === parts.length ? 'file' : 'folder'}.`);
  }
  const state = run(root, ['status', '--porcelain', '--ignored', '--untracked-files=all', '--', `:(literal)${name}`]);
  if (state !== '') throw new Refusal(`${name} has changes that are not committed. Commit or stash them first.`);
  if (file.before !== undefined && run(root, ['ls-files', '--', `:(literal)${name}`]) === '')
    throw new Refusal(`${name} is not in the repository.`);
}

/** One file of the patch in git's own form. */
function fileText(root: string, file: FilePatch): string {
  const name = nameOf(file);
  const old = file.before === undefined ? '' : readFileSync(join(root, name), 'utf8');
  if (old.includes('\0')) throw new Refusal(`${name} is a binary file.`);
  const mode =
    file.before === undefined ? 'new file mode 100644\n' : file.after === undefined ? 'deleted file mode 100644\n' : '';
  const names = `--- ${file.before === undefined ? '/dev/null' : `a/${name}`}\n+++ ${file.after === undefined ? '/dev/null' : `b/${name}`}\n`;
  const oldLines = old.replace(/\n$/, '').split('\n');
  let moved = 0;
  const hunks = file.hunks.map(({ place, lines }) => {
    const found = place ?? placeOf(oldLines, lines, moved, name);
    checkCounts(found, lines);
    if (file.before !== undefined && lines.every((line) => !/^[ -]/.test(line)))
      throw new Refusal(`A hunk adds lines to ${name}, and does not say beside which.`);
    moved += count(lines, '+') - count(lines, '-');
    const isOpenEnd = old !== '' && !old.endsWith('\n') && lastLineOf(found) === oldLines.length;
    return `@@ ${found} @@\n${(isOpenEnd ? withOpenEnd(lines) : lines).join('\n')}\n`;
  });
  return `diff --git a/${name} b/${name}\n${mode}${names}${hunks.join('')}`;
}

/** The last line of the present file that a hunk refers to. */
function lastLineOf(place: string): number {
  const [, start = '0', length = '1'] = /^-(\d+)(?:,(\d+))? /.exec(place) ?? [];
  return Number(start) + Number(length) - 1;
}

const openEnd = '\\ No newline at end of file';

/**
 * A hunk for a file whose last line has no line feed, in git's own form: logs seldom mention the missing line feed, and git accepts no
 * other hunk. The file ends without one afterwards, too.
 */
function withOpenEnd(lines: readonly string[]): readonly string[] {
  if (lines.includes(openEnd)) return lines;
  const last = lines.findLastIndex((line) => /^[ -]/.test(line));
  const lastNew = lines.findLastIndex((line) => /^[ +]/.test(line));
  return lines.flatMap((line, at) => {
    if (at === last && line.startsWith(' ') && at < lastNew)
      // It stays, but gets a line feed, because others follow it.
      return [`-${line.slice(1)}`, openEnd, `+${line.slice(1)}`];
    return at === last || (at === lastNew && line.startsWith('+')) ? [line, openEnd] : [line];
  });
}

/** Finds lines whose position the log does not know: they must occur exactly once. */
function placeOf(old: readonly string[], lines: readonly string[], moved: number, name: string): string {
  const wanted = lines.filter((line) => /^[ -]/.test(line)).map((line) => line.slice(1));
  const places = placesOf(wanted, old);
  const [start] = places;
  if (start === undefined || places.length > 1) {
    const often = places.length === 0 ? 'nowhere' : `${places.length} times`;
    throw new Refusal(`The lines to change stand ${often} in ${name}, and the log does not say where.`);
  }
  return `-${start},${wanted.length} +${start + moved},${wanted.length + count(lines, '+') - count(lines, '-')}`;
}

/**
 * The line numbers at which some lines occur in others, in one pass (Knuth, Morris and Pratt): a log may ask for a thousand equal lines in
 * a file of a million.
 */
function placesOf(wanted: readonly string[], lines: readonly string[]): number[] {
  if (wanted.length === 0) return [];
  const places: number[] = [];
  const shorter = [0];
  const grow = (length: number, line: string | undefined): number => {
    let matched = length;
    while (matched > 0 && wanted[matched] !== line) matched = shorter[matched - 1] as number;
    return wanted[matched] === line ? matched + 1 : matched;
  };
  for (let at = 1; at < wanted.length; at += 1) shorter[at] = grow(shorter[at - 1] as number, wanted[at]);
  let matched = 0;
  for (const [at, line] of lines.entries()) {
    matched = grow(matched, line);
    if (matched === wanted.length) places.push(at - wanted.length + 2);
  }
  return places;
}

/** Git relies on these numbers: wrong ones would make it take lines of a hunk for something else. */
function checkCounts(place: string, lines: readonly string[]): void {
  const [, before = '1', after = '1'] = /^-\d+(?:,(\d+))? \+\d+(?:,(\d+))?$/.exec(place) ?? [];
  const kept = lines.filter((line) => line.startsWith(' ')).length;
  if (Number(before) !== kept + count(lines, '-') || Number(after) !== kept + count(lines, '+'))
    throw new Refusal(`A hunk does not have the lines that it announces: ${place}`);
}

function count(lines: readonly string[], sign: '+' | '-'): number {
  return lines.filter((line) => line.startsWith(sign)).length;
}

function git(root: string, args: readonly string[], input = '') {
  // Of git's environment variables, those are ignored that would lead to another repository.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const settings = ['--no-optional-locks', '-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false'];
  return spawnSync('git', ['-C', root, ...settings, ...args], {
    input,
    encoding: 'utf8',
    env: { ...env, LC_ALL: 'C' },
  });
}

function run(root: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr, error } = git(root, args, input);
  if (error !== undefined) throw error;
  if (status === 0) return stdout;
  throw new Refusal(
    `It does not fit: ${
      stderr
        .trim()
        .split('\n')[0]
        ?.replace(/^error: /, '') ?? ''
    }`,
  );
}
