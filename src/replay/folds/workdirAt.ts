import type { NoticeEvent, ToolCall } from '../../session/index.ts';
import { outcomeOf } from '../judgeItem.ts';
import type { Position } from '../position.ts';
import type { ReplayItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import type { FoldReducer } from './createFold.ts';
import { foldByRun } from './foldByRun.ts';
import { foldersEntered } from './foldersEntered.ts';
import { resolvePath } from './resolvePath.ts';

/** What says where an agent works: the session, a notice, the command's own parameter, or, inferred, a `cd` in it. */
export type WorkdirSource = 'environment' | 'notice' | 'parameter' | 'cd';

/** The folder that an agent works in: that of its latest command. */
export interface Workdir {
  /** Absent where nothing says it. */
  readonly path?: string;
  readonly from: WorkdirSource;
  /** The item with which the path became what it is; -1 before any. */
  readonly since: number;
  /** Where a command begins that does not say otherwise. */
  readonly base?: string;
}

/** Longest path that systems take; a command that goes on and on into deeper folders is not followed further. */
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
 * The folder that a run's agent works in at a position. A `cd` holds for its own command: sources whose shell stays where
 * it went say so, with a notice or with a parameter of the next command.
 */
export function workdirAt(index: SessionIndex, { item }: Position, run = 0): Workdir {
  return workdirOfRun(index, run).at(item);
}

/** Where an item went from and to, if its agent works in another folder since; undefined where nobody knew the one before. */
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
