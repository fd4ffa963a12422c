import type { NoticeEvent, ToolCall } from '../../session/index.ts';
import type { Position } from '../position.ts';
import { outcomeOf, type ReplayItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { type FoldReducer, foldByRun } from './createFold.ts';

const drive = /^[A-Za-z]:/;

/** Whether a path is not relative: it starts at a root, a drive, a share or a home. */
function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || path.startsWith('\\') || path.startsWith('~') || drive.test(path);
}

/** Resolves a path against a folder, without `.` and `..`; keeps the folder's kind of slash. */
export function resolvePath(folder: string, path: string): string {
  if (isAbsolutePath(path)) return normalise(path);
  return normalise(`${folder}${folder.includes('\\') ? '\\' : '/'}${path}`);
}

function normalise(path: string): string {
  const isWindows = path.includes('\\') && !path.startsWith('/');
  const slash = isWindows ? '\\' : '/';
  const root = path.startsWith('\\\\') ? '\\\\' : path.startsWith(slash) ? slash : '';
  const parts: string[] = [];
  for (const part of path.split(isWindows ? /[\\/]/ : '/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') goUp(parts, root);
    else parts.push(part);
  }
  return `${root}${parts.join(slash)}` || '.';
}

/** The parent of a root is the root; the parent of an empty relative path is `..`. */
function goUp(parts: string[], root: string): void {
  const last = parts.at(-1);
  if (last === undefined ? root === '' : last === '..') parts.push('..');
  else if (last !== undefined && !(parts.length === 1 && isAbsolutePath(last))) parts.pop();
}

/** What states the working directory: the session, a notice, the command's own parameter, or, inferred, a `cd` in it. */
export type WorkdirSource = 'environment' | 'notice' | 'parameter' | 'cd';

/** The working directory of an agent: that of its latest command. */
export interface Workdir {
  /** Absent where nothing states it. */
  readonly path?: string;
  readonly from: WorkdirSource;
  /** The item that set the path; -1 before any. */
  readonly since: number;
  /** Where a command starts that does not state a folder. */
  readonly base?: string;
}

/** Longest path that systems accept; a `cd` that leads to a longer path is ignored. */
const MAX_PATH = 4096;

const workdirOfRun = foldByRun(({ session, runs }, run): FoldReducer<Workdir> => {
  const cwd = runs[run]?.subSession?.environment?.cwd ?? session.environment?.cwd;
  return {
    initial: { from: 'environment', since: -1, ...(cwd === undefined ? {} : { path: cwd, base: cwd }) },
    reduce(workdir, item) {
      if (item.is === 'call') return afterCall(workdir, item.call, item.index);
      return item.event.type === 'notice' ? afterNotice(workdir, item.event, item.index) : workdir;
    },
  };
});

/**
 * The working directory of a run's agent at a position. A `cd` holds for its own command only. Sources whose shell keeps its folder say so,
 * with a notice or with a parameter of the next command.
 */
export function workdirAt(index: SessionIndex, { item }: Position, run = 0): Workdir {
  return workdirOfRun(index, run).at(item);
}

/** The old and new folder where an item changed its agent's working directory; undefined where the old one is unknown. */
export function workdirChange(
  index: SessionIndex,
  { index: item, run }: Pick<ReplayItem, 'index' | 'run'>,
): { readonly path: string; readonly previous: string } | undefined {
  const workdirs = workdirOfRun(index, run);
  const { path, since } = workdirs.at(item);
  if (since !== item || item === 0 || path === undefined) return undefined;
  const previous = workdirs.at(item - 1).path;
  return previous === undefined ? undefined : { path, previous };
}

function afterNotice(workdir: Workdir, { workdir: cwd }: NoticeEvent, item: number): Workdir {
  return cwd === undefined || cwd === '' ? workdir : moved({ ...workdir, base: cwd }, cwd, 'notice', item);
}

function afterCall(workdir: Workdir, call: ToolCall, item: number): Workdir {
  if (!wasRun(call)) return workdir;
  const { workdir: named, cwd, command } = call.input.params;
  const parameter = [named, cwd].find((value) => typeof value === 'string' && value !== '') as string | undefined;
  const text = typeof command === 'string' ? command : call.input.raw_command;
  if (parameter === undefined && text === undefined) return workdir;
  const start = parameter === undefined ? workdir.base : goTo(workdir.base ?? '.', parameter);
  const folders = foldersEntered(text ?? '');
  const path = folders.length === 0 ? start : folders.reduce(goTo, start ?? '.');
  const from = folders.length > 0 ? 'cd' : parameter === undefined ? 'environment' : 'parameter';
  return path === undefined ? workdir : moved(workdir, path, from, item);
}

function wasRun(call: ToolCall): boolean {
  const outcome = outcomeOf(call);
  return outcome === 'succeeded' || outcome === 'failed' || outcome === 'unknown';
}

function goTo(base: string, folder: string): string {
  return base.length + folder.length > MAX_PATH ? base : resolvePath(base, folder);
}

function moved(workdir: Workdir, path: string, from: WorkdirSource, since: number): Workdir {
  return path === workdir.path ? workdir : { ...workdir, path, from, since };
}

/**
 * The folders that a shell command enters with `cd` before it does anything else, in order: `cd a && cd b && make` enters `a`, then `b`.
 * Ignores a `cd` in a subshell, or to a place that its text does not name (`cd -`, `cd "$DIR"`).
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

/** Length of the operator that ends a command and starts the next one; undefined where something else follows. */
function separatorOf(text: string): number | undefined {
  if (text === '') return 0;
  if (text.startsWith('&&')) return 2;
  return text.startsWith(';') || text.startsWith('\n') ? 1 : undefined;
}

/** Position of the next character that is not a blank. A line break ends a command, so it is not a blank here. */
function skipBlanks(text: string, at: number): number {
  let next = at;
  while (text.charAt(next) === ' ' || text.charAt(next) === '\t') next += 1;
  return next;
}

/** Reads one shell word from `at` on, after blanks, with its quotes and backslashes resolved; '' at the end of the command. */
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
