import { changeAsked } from '../session/facts/callFiles.ts';
import { commandOf } from '../session/facts/callTexts.ts';
import { filesDisturbed, gitTreeChanges } from '../session/facts/commandFiles.ts';
import { shownLines } from '../session/facts/shownLines.ts';
import { type FileHistory, stepsAt } from './fileHistory.ts';
import { pathInCommand } from './filePath.ts';
import { outcomeOf } from './judgeItem.ts';
import { memoize } from './memoize.ts';
import type { Position } from './position.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** A file that shell commands seem to have changed or removed, where the log does not show what they did. */
export interface DoubtedFile {
  /** As `FileHistory.path` spells it. */
  readonly path: string;
  /** Of those given; undefined where the log holds nothing of the file but these commands. */
  readonly history: FileHistory | undefined;
  /** The commands, as positions in `SessionIndex.items`; ascending. */
  readonly items: readonly number[];
}

interface Commands {
  readonly byPath: ReadonlyMap<string, readonly number[]>;
  readonly onTree: readonly { readonly item: number; readonly name: string }[];
}

/** Outcomes after which files may have changed: of a failed command, a part may have run. */
const ran: ReadonlySet<string> = new Set(['succeeded', 'failed', 'unknown']);

const commandsOf = memoize((index: SessionIndex): Commands => {
  const byPath = new Map<string, number[]>();
  const onTree: { item: number; name: string }[] = [];
  const note = (path: string, item: number): void => {
    const items = byPath.get(path);
    if (items === undefined) byPath.set(path, [item]);
    else items.push(item);
  };
  for (const at of index.landmarks.call) {
    const item = index.items[at];
    const command = item?.is === 'call' ? commandOf(item.call) : undefined;
    if (item?.is !== 'call' || command === undefined || item.call.branch === 'abandoned') continue;
    if (!ran.has(outcomeOf(item.call))) continue;
    for (const named of filesDisturbed(command)) note(pathInCommand(index, item, named), at);
    for (const name of gitTreeChanges(command)) onTree.push({ item: at, name });
  }
  return { byPath, onTree };
});

/**
 * The files of which a log does not tell what commands did to them up to a position. A file that was shown whole before a command and after it
 * is not among them: the difference between the two shows what happened.
 */
export function doubtedFiles(
  index: SessionIndex,
  histories: readonly FileHistory[],
  { item: position }: Pick<Position, 'item'>,
): readonly DoubtedFile[] {
  const { byPath } = commandsOf(index);
  if (byPath.size === 0) return [];
  const known = new Map(
    histories.flatMap((history) =>
      [history.path, ...history.moves.map(({ path }) => path)].map((path) => [path, history]),
    ),
  );
  return [...byPath].flatMap(([path, commands]) => {
    const reached = commands.filter((item) => item <= position);
    if (reached.length === 0) return [];
    const history = known.get(path);
    const shown = history === undefined ? [] : shownWhole(index, history, position);
    const [first = Number.POSITIVE_INFINITY] = shown;
    const last = shown.at(-1) ?? Number.NEGATIVE_INFINITY;
    const items = reached.filter((item) => item <= first || item >= last);
    return items.length === 0 ? [] : [{ path, history, items }];
  });
}

/** The calls that showed a whole file, or wrote it; ascending. */
function shownWhole(index: SessionIndex, history: FileHistory, position: number): number[] {
  return stepsAt(history, position).flatMap(({ item, isDone }) => {
    const found = index.items[item];
    if (!isDone || found?.is !== 'call') return [];
    const asked = changeAsked(found.call);
    if (asked !== undefined) return 'content' in asked ? [item] : [];
    const shown = shownLines(found.call, index.session.provenance?.source_format)?.shown ?? [];
    return shown.some(({ first, lines, total }) => first === 1 && lines.length === total) ? [item] : [];
  });
}

/** The commands that may have changed files without the log showing how, as positions in `SessionIndex.items`; in no order, some more than once. */
export function commandsOnFiles(index: SessionIndex): number[] {
  const { byPath, onTree } = commandsOf(index);
  return [...byPath.values(), onTree.map(({ item }) => item)].flat();
}

/** The git commands up to a position that may have changed any file, each once; what they did is not in the log. */
export function treeChangesAt(index: SessionIndex, { item: position }: Pick<Position, 'item'>): string[] {
  return [...new Set(commandsOf(index).onTree.flatMap(({ item, name }) => (item <= position ? [name] : [])))];
}
