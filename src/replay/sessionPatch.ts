import { changeAsked } from '../session/facts/callFiles.ts';
import { commandOf } from '../session/facts/callTexts.ts';
import { filesDisturbed, gitTreeChanges } from '../session/facts/commandFiles.ts';
import { hunkLines } from '../session/facts/fileChanges.ts';
import type { NetChange, NetHunk } from '../session/facts/netChange.ts';
import { shownLines } from '../session/facts/shownLines.ts';
import { type FileHistory, netChangeAt, stepsAt } from './fileHistory.ts';
import { pathInCommand } from './filePath.ts';
import { memoizeSteps } from './memoize.ts';
import type { Position } from './position.ts';
import { outcomeOf } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';

/** The changes of a session to files, as one patch that `git apply` accepts in the session's folder. */
export interface SessionPatch {
  /** Lines before the first file begin with `#` and name what the patch lacks; the patch may consist of nothing else. */
  readonly text: string;
  /** Files whose every change is in the patch. */
  readonly whole: readonly string[];
  /** Files of which only the hunks that the log shows are in the patch. */
  readonly partial: readonly string[];
  /**
   * Files that changed and are not in the patch, because the log does not show their content before the session, their lines do not all end
   * alike, or they lie outside the folder.
   */
  readonly left: readonly string[];
  /** Files that shell commands seem to have changed or removed, where the log does not show how. Some may be in the patch, or in `left`. */
  readonly doubted: readonly string[];
}

/** The files of a patch, and which of its changes have a place in it. */
interface PatchFiles {
  readonly whole: string[];
  readonly partial: string[];
  readonly outside: string[];
  readonly unknown: string[];
  readonly mixed: string[];
  readonly doubted: readonly string[];
  readonly changes: NetChange[];
}

function patchFiles(index: SessionIndex, histories: readonly FileHistory[], position: Position): PatchFiles {
  const cwd = index.session.environment?.cwd;
  const doubted = doubtedFiles(index, histories, position).map(({ path }) => insidePath(path, cwd) ?? path);
  const isDoubted = new Set(doubted);
  const files: PatchFiles = { whole: [], partial: [], outside: [], unknown: [], mixed: [], doubted, changes: [] };
  for (const history of histories) {
    const net = netChangeAt(history, position);
    if (net === undefined || (net.hunks.length === 0 && net.movedTo === undefined && !isEmptyFile(net))) continue;
    const [path, movedTo] = [insidePath(net.path, cwd), net.movedTo && insidePath(net.movedTo, cwd)];
    const hunks = net.isPartial ? net.hunks.filter(isApplicable) : net.hunks;
    const isLost = path === undefined || (net.movedTo !== undefined && movedTo === undefined);
    const hasNothing = net.isPartial && (hunks.length === 0 || net.change !== 'modified');
    if (isLost || hasNothing || net.hasMixedBreaks) {
      files[isLost ? 'outside' : net.hasMixedBreaks ? 'mixed' : 'unknown'].push(path ?? net.path);
      continue;
    }
    if (net.isPartial) files.partial.push(path);
    else if (!isDoubted.has(path) && !isDoubted.has(movedTo ?? path)) files.whole.push(path);
    files.changes.push({ ...net, path, hunks, ...(movedTo === undefined ? {} : { movedTo }) });
  }
  return files;
}

/** Number of changed files of which a patch contains only a part, or nothing; cheaper than the patch itself. */
export function countMissing(index: SessionIndex, histories: readonly FileHistory[], position: Position): number {
  const { partial, outside, unknown, mixed, doubted } = patchFiles(index, histories, position);
  return new Set([...partial, ...outside, ...unknown, ...mixed, ...doubted]).size;
}

/** Writes the net changes from before a session to a position as one patch. */
export function sessionPatch(index: SessionIndex, histories: readonly FileHistory[], position: Position): SessionPatch {
  const { whole, partial, outside, unknown, mixed, doubted, changes } = patchFiles(index, histories, position);
  const parts = changes.map(filePart);
  const head = [
    `# Changes of session ${oneLined(index.session.session_id)}`,
    ...(parts.length === 0 ? ['# none that the log tells whole'] : []),
    ...partial.map((name) => `# only in part, as far as the log tells: ${oneLined(name)}`),
    ...outside.map((name) => `# left out, outside the session's folder: ${oneLined(name)}`),
    ...unknown.map((name) => `# left out, what stood there before is not in the log: ${oneLined(name)}`),
    ...mixed.map((name) => `# left out, its lines do not all end alike: ${oneLined(name)}`),
    ...doubted.map((name) => `# what a command did to it is not in the log: ${oneLined(name)}`),
    ...treeChangesAt(index, position).map(
      (name) => `# may have changed any file, which the log does not tell: ${name}`,
    ),
  ];
  return {
    text: `${[...head, ...parts].join('\n')}\n`,
    whole,
    partial,
    left: [...outside, ...unknown, ...mixed],
    doubted,
  };
}

/** Whether a file without lines appeared or is gone. One that the session made and removed again is neither. */
function isEmptyFile({ change, isPartial, base }: NetChange): boolean {
  return !isPartial && (change === 'added' || (change === 'deleted' && base !== 'none'));
}

/** A hunk that can be located: its lines are known, and a line follows its changes unless the file ends there. */
function isApplicable({ newStart, lines, isTorn, isLast }: NetHunk): boolean {
  if (newStart === undefined || isTorn === true) return false;
  return lines.some(({ sign }) => sign !== ' ') && (isLast === true || lines.at(-1)?.sign === ' ');
}

/** A path relative to the folder of its session; undefined where it lies elsewhere. */
function insidePath(path: string, cwd: string | undefined): string | undefined {
  const slashed = path.replaceAll('\\', '/');
  const folder = cwd?.replaceAll('\\', '/').replace(/\/$/, '');
  const inside = folder !== undefined && slashed.startsWith(`${folder}/`) ? slashed.slice(folder.length + 1) : slashed;
  return /^(?:\/|~|[A-Za-z]:)|(?:^|\/)\.\.(?:\/|$)/.test(inside) ? undefined : inside;
}

function filePart(net: NetChange): string {
  const { path, movedTo, change, hunks } = net;
  const [before, after] = [quoted(`a/${path}`), quoted(`b/${movedTo ?? path}`)];
  const lines = [`diff --git ${before} ${after}`];
  if (change === 'added') lines.push('new file mode 100644');
  if (change === 'deleted') lines.push('deleted file mode 100644');
  if (movedTo !== undefined) lines.push(`rename from ${quoted(path)}`, `rename to ${quoted(movedTo)}`);
  if (hunks.length > 0) {
    const tail = /\s/.test(before + after) ? '\t' : '';
    lines.push(change === 'added' ? '--- /dev/null' : `--- ${before}${tail}`);
    lines.push(change === 'deleted' ? '+++ /dev/null' : `+++ ${after}${tail}`);
    for (const line of hunkLines(net)) lines.push(line);
  }
  return lines.join('\n');
}

/** A name as git writes it: quoted where it contains characters that would end it. */
function quoted(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (!/["\\\u0000-\u001f\u007f]/.test(name)) return name;
  const escaped = [...name].map((char) => {
    const code = char.charCodeAt(0);
    if (char === '"' || char === '\\') return `\\${char}`;
    return code < 32 || code === 127 ? `\\${code.toString(8).padStart(3, '0')}` : char;
  });
  return `"${escaped.join('')}"`;
}

/** A name as one line of a comment. */
function oneLined(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return name.replace(/[\u0000-\u001f\u007f]+/g, ' ');
}

/** A file that shell commands seem to have changed or removed, where the log does not show what they did. */
interface DoubtedFile {
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

/** Calls between two pauses: commands have to be taken apart. */
const commandsPerStep = 512;

/** Outcomes after which files may have changed: of a failed command, a part may have run. */
const ran: ReadonlySet<string> = new Set(['succeeded', 'failed', 'unknown']);

const commandsOf = memoizeSteps(function* (index: SessionIndex): Generator<undefined, Commands> {
  const byPath = new Map<string, number[]>();
  const onTree: { item: number; name: string }[] = [];
  const note = (path: string, item: number): void => {
    const items = byPath.get(path);
    if (items === undefined) byPath.set(path, [item]);
    else items.push(item);
  };
  for (const [n, at] of index.landmarks.call.entries()) {
    if (n % commandsPerStep === commandsPerStep - 1) yield;
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
 * The files of which a log does not say what commands did to them up to a position. A file that was shown whole before a command and after it
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

/** Finds in steps the commands that {@link commandsOnFiles} and {@link doubtedFiles} tell of. */
export function* commandsOnFilesSteps(index: SessionIndex): Generator<undefined, void> {
  yield* commandsOf.steps(index);
}

/** The commands that may have changed files without the log showing how, as positions in `SessionIndex.items`; in no order, some more than once. */
export function commandsOnFiles(index: SessionIndex): number[] {
  const { byPath, onTree } = commandsOf(index);
  return [...byPath.values(), onTree.map(({ item }) => item)].flat();
}

/** The git commands up to a position that may have changed any file, each once; what they did is not in the log. */
function treeChangesAt(index: SessionIndex, { item: position }: Pick<Position, 'item'>): string[] {
  return [...new Set(commandsOf(index).onTree.flatMap(({ item, name }) => (item <= position ? [name] : [])))];
}
