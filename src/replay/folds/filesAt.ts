import { type FileAccess, namedFiles, touchesOf } from '../../session/facts/callFiles.ts';
import type { Outcome } from '../../session/index.ts';
import { countUpTo } from '../countUpTo.ts';
import { filePath } from '../filePath.ts';
import { memoize } from '../memoize.ts';
import type { Position } from '../position.ts';
import { outcomeOf } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { finish } from '../slices.ts';

/** What has been done to a file up to a position. */
export interface TouchedFile {
  /** As `filePath` gives it. */
  readonly path: string;
  /** The last access that changed the file, else `read`. */
  readonly access: FileAccess;
  /** The first and the last call that touched it. */
  readonly first: number;
  readonly last: number;
  /** The last call that changed it; absent where all calls only read it. */
  readonly lastChange?: number;
  /** How many calls changed it, and how many only read it. */
  readonly changes: number;
  readonly reads: number;
}

/**
 * The files touched up to a position, in the order in which they were first touched. A call counts once it is reached; a failed call
 * touched nothing. Takes log n per file, forward and back alike, because each file knows its calls.
 */
export function filesAt(index: SessionIndex, { item }: Position): TouchedFile[] {
  finish(filesSteps(index));
  const found: TouchedFile[] = [];
  for (const { path, calls, accesses, changes } of filesOf(index).byPath.values()) {
    const first = calls[0] as number;
    if (first > item) break;
    const times = countUpTo(calls, item);
    const access = accesses[times - 1] as FileAccess;
    const changed = countUpTo(changes, item);
    found.push({
      path,
      access,
      first,
      last: calls[times - 1] as number,
      ...(changed === 0 ? {} : { lastChange: changes[changed - 1] as number }),
      changes: changed,
      reads: times - changed,
    });
  }
  return found;
}

/** Whether a call created a file of the session, by its path as `filePath` gives it: later ones that write all of it write over its content. */
export function isCreatedBy(index: SessionIndex, path: string, item: number): boolean {
  finish(filesSteps(index));
  const history = filesOf(index).byPath.get(path);
  return history?.changes[0] === item && history.accesses[countUpTo(history.calls, item) - 1] === 'created';
}

/** The history of one file, call by call. */
interface FileHistory {
  readonly path: string;
  readonly calls: number[];
  /** The access of the file as of each call. */
  readonly accesses: FileAccess[];
  /** The calls that changed it. */
  readonly changes: number[];
}

/** The files of a session, as far as its calls have been looked through. */
interface FilesSoFar {
  /** In the order in which they were first touched. */
  readonly byPath: Map<string, FileHistory>;
  /** Number of calls looked through so far. */
  calls: number;
}

const filesOf = memoize((_: SessionIndex): FilesSoFar => ({ byPath: new Map(), calls: 0 }));

/** Calls looked through in one step, about half a millisecond. */
const perStep = 1024;

/** Collects from a session what `filesAt` needs, step by step, so that a page may pause in between. */
export function* filesSteps(index: SessionIndex): Generator<undefined, void> {
  const files = filesOf(index);
  const { call: calls } = index.landmarks;
  const created = namedFiles(index.session.summary.files_created);
  while (files.calls < calls.length) {
    for (const item of calls.subarray(files.calls, files.calls + perStep)) {
      const found = index.items[item];
      if (found?.is !== 'call' || !hadEffect(outcomeOf(found.call))) continue;
      for (const { path, access } of touchesOf(found.call, created))
        note(files, filePath(index, found.run, path), item, access);
    }
    files.calls = Math.min(files.calls + perStep, calls.length);
    yield;
  }
}

/** Whether a call with this outcome touched its files. */
function hadEffect(outcome: Outcome): boolean {
  return outcome === 'succeeded' || outcome === 'unknown' || outcome === 'unanswered';
}

function note({ byPath }: FilesSoFar, path: string, item: number, access: FileAccess): void {
  const history = byPath.get(path);
  if (history === undefined) {
    byPath.set(path, { path, calls: [item], accesses: [access], changes: access === 'read' ? [] : [item] });
    return;
  }
  if (access !== 'read' && history.changes.at(-1) !== item) history.changes.push(item);
  const latest = history.accesses.at(-1) ?? access;
  // A file stays created or modified when it is read, and a created file stays created when it is modified.
  const after = access === 'read' || (access === 'modified' && latest === 'created') ? latest : access;
  if (history.calls.at(-1) === item) {
    history.accesses[history.accesses.length - 1] = after;
    return;
  }
  history.calls.push(item);
  history.accesses.push(after);
}
