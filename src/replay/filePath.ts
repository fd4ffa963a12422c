import { resolvePath, workdirAt } from './folds/workdirAt.ts';
import { memoize } from './memoize.ts';
import type { CallItem } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { sessionMs } from './timeAxis.ts';

/**
 * The one path of a file, however calls of a run spell it: `a.ts`, `./a.ts` and `/repo/a.ts` are one file where the run works in `/repo`.
 * Absolute where the log states the folder of the run, or else of the session. Brief, profile, chapters, search and state all name a file so.
 */
export function filePath(index: SessionIndex, run: number, path: string): string {
  const folder = folderOf(index, run);
  const ofFolder = paths(index);
  const known = ofFolder.get(folder) ?? new Map<string, string>();
  ofFolder.set(folder, known);
  const found = known.get(path) ?? resolvePath(folder, path);
  known.set(path, found);
  return found;
}

/** The path of a file that a command names: relative to the folder in which it runs. */
export function pathInCommand(index: SessionIndex, { run, index: item }: CallItem, path: string): string {
  const folder = workdirAt(index, { at: sessionMs(0), item }, run).path;
  return folder === undefined ? filePath(index, run, path) : resolvePath(folder, path);
}

/** A command with the paths below the folder of its run written relative to it, so that two spellings of one path are one. */
export function commandInFolder(index: SessionIndex, run: number, command: string): string {
  const folder = folderOf(index, run);
  return folder === '.' ? command : command.replaceAll(` ${folder}/`, ' ');
}

function folderOf({ session, runs }: SessionIndex, run: number): string {
  return runs[run]?.subSession?.environment?.cwd ?? session.environment?.cwd ?? '.';
}

/** By the folder in which they are resolved. */
const paths = memoize((_: SessionIndex) => new Map<string, Map<string, string>>());
