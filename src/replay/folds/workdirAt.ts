import type { ToolCall } from '../../session/index.ts';
import { outcomeOf } from '../judgeItem.ts';
import type { Position } from '../position.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import type { FoldReducer } from './createFold.ts';
import { foldByRun } from './foldByRun.ts';
import { foldersEntered } from './foldersEntered.ts';
import { resolvePath } from './resolvePath.ts';

/** What says where an agent works: the session's environment, a call's own parameter, or, inferred, a `cd` in a command. */
export type WorkdirSource = 'environment' | 'parameter' | 'cd';

/** The folder that an agent works in. */
export interface Workdir {
  /** Absent where nothing says it. */
  readonly path?: string;
  readonly from: WorkdirSource;
  /** The item that went there; -1 before any. */
  readonly since: number;
}

const workdirOfRun = foldByRun(({ session }): FoldReducer<Workdir> => {
  const cwd = session.environment?.cwd;
  return {
    initial: { from: 'environment', since: -1, ...(cwd === undefined ? {} : { path: cwd }) },
    reduce: (workdir, item) => (item.is === 'call' ? afterCall(workdir, item.call, item.index) : workdir),
  };
});

/** The folder that a run's agent works in at a position. */
export function workdirAt(index: SessionIndex, { item }: Position, run = 0): Workdir {
  return workdirOfRun(index, run).at(item);
}

function afterCall(workdir: Workdir, call: ToolCall, item: number): Workdir {
  if (!wasRun(call)) return workdir;
  const { workdir: named, cwd, command } = call.input.params;
  const parameter = [named, cwd].find((value) => typeof value === 'string' && value !== '') as string | undefined;
  const base = parameter === undefined ? workdir : goTo(workdir, parameter, 'parameter', item);
  const text = typeof command === 'string' ? command : (call.input.raw_command ?? '');
  return foldersEntered(text).reduce((from, folder) => goTo(from, folder, 'cd', item), base);
}

function wasRun(call: ToolCall): boolean {
  const outcome = outcomeOf(call);
  return outcome === 'succeeded' || outcome === 'failed' || outcome === 'unknown';
}

function goTo(workdir: Workdir, folder: string, from: WorkdirSource, since: number): Workdir {
  const path = resolvePath(workdir.path ?? '.', folder);
  return path === workdir.path ? workdir : { path, from, since };
}
