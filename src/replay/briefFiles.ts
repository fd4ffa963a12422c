import { namedFiles } from '../session/facts/callFiles.ts';
import { commandOf } from '../session/facts/callTexts.ts';
import { filesWritten } from '../session/facts/commandFiles.ts';
import { rememberAnswers } from '../session/text/rememberAnswers.ts';
import type { LineChange } from './callFigures.ts';
import { filesAt } from './folds/filesAt.ts';
import { endOf } from './position.ts';
import { outcomeOf } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** Positions in `SessionIndex.items`, ascending. */
type Items = readonly number[];

/** A file that a session changed, and by how much. */
export interface BriefFile {
  /** As `filePath` gives it. */
  readonly path: string;
  readonly access: 'created' | 'modified' | 'deleted';
  /** Lines, over all successful changes. A line that one change adds and a later one removes counts in both. */
  readonly added: number;
  readonly removed: number;
  /** More lines were removed than `removed`, or none: some calls wrote over a content that the log does not say. */
  readonly moreRemoved: boolean;
  /** The calls that changed it. */
  readonly items: Items;
}

/** What a session changed in files. */
export interface ChangedFiles {
  /** Most lines first, or most edits first where the log has no lines; at a tie, by path. */
  readonly files: readonly BriefFile[];
  readonly order: 'lines' | 'edits';
  readonly added: number;
  readonly removed: number;
  /** As in {@link BriefFile}, of any of the files. */
  readonly moreRemoved: boolean;
  /** Plans in the agent's own folder, which are no files of the project. */
  readonly plans: readonly BriefFile[];
  /** Files that a shell command seems to write, in order, without those above; whether it changed them is not in the log. */
  readonly byCommands: readonly { readonly path: string; readonly items: Items }[];
  /** Paths that only the log's own summary names as created or modified, in its order: no call in the log changes them. */
  readonly stated: readonly string[];
}

/** Calls looked through in one step. */
const perStep = 256;

/** What a session changed, from its edits and its commands, step by step. */
export function* changedFiles(index: SessionIndex, changes: readonly LineChange[]): Generator<undefined, ChangedFiles> {
  const lines = linesByPath(changes);
  const all = filesAt(index, endOf(index)).flatMap(({ path, access, changes: edits }): BriefFile[] => {
    const counted = lines.get(path);
    if (edits === 0 || access === 'read' || counted === undefined) return [];
    return [{ path, access, ...counted }];
  });
  const cwd = index.session.environment?.cwd;
  const files = all.filter(({ path }) => !isPlanFile(path, cwd));
  const plans = all.filter(({ path }) => isPlanFile(path, cwd));
  const order = files.some(({ added, removed }) => added + removed > 0) ? 'lines' : 'edits';
  const size = ({ added, removed }: BriefFile): number => added + removed;
  files.sort((a, b) => size(b) - size(a) || b.items.length - a.items.length || (a.path < b.path ? -1 : 1));
  yield;
  const byCommands = yield* writtenByCommands(index, all);
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  return {
    files,
    order,
    added: sum(files.map(({ added }) => added)),
    removed: sum(files.map(({ removed }) => removed)),
    moreRemoved: files.some(({ moreRemoved }) => moreRemoved),
    plans,
    byCommands,
    stated: onlyStated(index, [...all, ...byCommands]),
  };
}

function onlyStated({ session }: SessionIndex, known: readonly { readonly path: string }[]): string[] {
  const { files_created, files_modified } = session.summary;
  const names = namedFiles(known.map(({ path }) => path));
  return [...new Set([...files_created, ...files_modified])].filter((path) => !names.has(path));
}

interface LineCount {
  added: number;
  removed: number;
  moreRemoved: boolean;
  items: number[];
}

/** Lines added and removed by path, over successful calls. */
function linesByPath(changes: readonly LineChange[]): ReadonlyMap<string, LineCount> {
  const counts = new Map<string, LineCount>();
  for (const { path, item, added, removed, moreRemoved } of changes) {
    const count = counts.get(path) ?? { added: 0, removed: 0, moreRemoved: false, items: [] };
    counts.set(path, count);
    count.items.push(item);
    count.moreRemoved ||= moreRemoved;
    count.added += added;
    count.removed += removed;
  }
  return counts;
}

/** A plan in an agent's own folder, such as `~/.claude/plans`, outside the folder where the session worked. */
function isPlanFile(path: string, cwd: string | undefined): boolean {
  const own = cwd !== undefined && path.startsWith(cwd) && /[\\/]/.test(path.charAt(cwd.length));
  return !own && /[\\/]\.[\w-]{1,40}[\\/](?:[^\\/]{1,200}[\\/]){0,12}plans[\\/][^\\/]{1,200}\.md$/.test(path);
}

const written = rememberAnswers(filesWritten);

function* writtenByCommands(
  { items, landmarks }: SessionIndex,
  known: readonly BriefFile[],
): Generator<undefined, ChangedFiles['byCommands']> {
  const found = new Map<string, number[]>();
  for (const [n, at] of landmarks.call.entries()) {
    if (n % perStep === perStep - 1) yield;
    const item = items[at];
    if (item?.is !== 'call' || !['succeeded', 'unknown'].includes(outcomeOf(item.call))) continue;
    for (const path of written(commandOf(item.call) ?? '')) {
      const rows = found.get(path) ?? [];
      found.set(path, rows);
      rows.push(at);
    }
  }
  const edited = namedFiles(known.map(({ path }) => path));
  return [...found].flatMap(([path, rows]) => (edited.has(path) ? [] : [{ path, items: rows }]));
}
