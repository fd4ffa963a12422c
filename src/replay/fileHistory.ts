import {
  type ChangeAsked,
  changeAsked,
  contentPointers,
  namedFiles,
  type Replacement,
  touchesOf,
} from '../session/facts/callFiles.ts';
import { commandOf, leavesOf, withWholeTexts } from '../session/facts/callTexts.ts';
import { type ChangeHunk, countChanges, type FileChange, fileChanges } from '../session/facts/fileChanges.ts';
import { FileContent } from '../session/facts/fileContent.ts';
import type { TextReplacement } from '../session/facts/fileLines.ts';
import {
  type KnownBase,
  knownBase,
  type NetChange,
  type NetChangeOptions,
  netChange,
} from '../session/facts/netChange.ts';
import { endsOf, linesBefore, shownLines } from '../session/facts/shownLines.ts';
import { changesFile, toolFamily } from '../session/facts/toolFacts.ts';
import type { ContentRef, Outcome, ToolCall } from '../session/index.ts';
import { firstWhere } from '../session/internal.ts';
import { countUpTo } from './countUpTo.ts';
import { filePath, pathInCommand } from './filePath.ts';
import { memoize } from './memoize.ts';
import type { Position } from './position.ts';
import { type CallItem, outcomeOf } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { finish } from './slices.ts';

/** What one call did to one file. */
export interface FileStep {
  /** Position in `SessionIndex.items`. */
  readonly item: number;
  readonly access: 'read' | 'change';
  readonly outcome: Outcome;
  /** Whether it took effect: false for what failed, was blocked, or was left behind by a rewind. */
  readonly isDone: boolean;
  /** It showed lines that nothing in the log wrote, so something else changed the file. */
  readonly outside?: { readonly suspect: number | undefined };
  /** Lines that it added and removed, or asked to. */
  readonly added: number;
  readonly removed: number;
}

/** One file through a session. */
export interface FileHistory {
  /** Its path before the session, or at its first mention: absolute where the log states the folder. */
  readonly path: string;
  /** The paths it was renamed to, each with the call from which it holds. */
  readonly moves: readonly { readonly item: number; readonly path: string }[];
  /** Ascending by call. */
  readonly steps: readonly FileStep[];
  readonly base: KnownBase;
  readonly content: FileContent;
}

/** Full texts of shortened ones, by the path of their `ContentRef`. */
export type WholeTexts = ReadonlyMap<string, string>;

const noWholes: WholeTexts = new Map();

/**
 * The histories of a session's files, in the order in which they were first touched; computed once.
 *
 * @param wholes full texts of shortened ones, as many as are available; without them less is known of long files.
 */
export function fileHistories(index: SessionIndex, wholes?: WholeTexts): readonly FileHistory[] {
  return finish(fileHistorySteps(index, wholes));
}

/** Computes the result of {@link fileHistories} step by step, so that a page may pause in between. */
export function* fileHistorySteps(
  index: SessionIndex,
  wholes = noWholes,
): Generator<undefined, readonly FileHistory[]> {
  const kept = made(index, wholes);
  if (kept.histories !== undefined) return kept.histories;
  const reader = new HistoryReader(index);
  for (const [n, item] of index.landmarks.call.entries()) {
    if (n % perStep === perStep - 1) yield;
    const found = index.items[item];
    if (found?.is === 'call') reader.read({ ...found, call: withWholeTexts(found.call, wholes) });
  }
  kept.histories = reader.histories();
  return kept.histories;
}

const made = memoize((_: SessionIndex, __: WholeTexts): { histories?: readonly FileHistory[] } => ({}));

/** The shortened texts whose full versions would say more about files. */
export function wholesOfFiles({ items, landmarks }: SessionIndex): readonly ContentRef[] {
  return [...landmarks.call].flatMap((at) => {
    const item = items[at];
    if (item?.is !== 'call' || item.call.content_refs === undefined) return [];
    const isOfFiles = touchesOf(item.call).length > 0 || shownLines(item.call) !== undefined;
    return isOfFiles ? item.call.content_refs.filter(({ pointer }) => !pointer.includes('/attachments/')) : [];
  });
}

/** Calls looked through in one step. */
const perStep = 64;

/** Path of a file at a position. */
export function pathAt({ path, moves }: FileHistory, item: number): string {
  return moves.findLast((move) => move.item <= item)?.path ?? path;
}

/** The steps of a file that a replay has reached. */
export function stepsAt({ steps }: FileHistory, item: number): readonly FileStep[] {
  return steps.slice(
    0,
    firstWhere(steps.length, (at) => (steps[at] as FileStep).item > item),
  );
}

const netChanges = memoize((_: FileHistory) => new Map<number, NetChange>());
/** Number of net changes per file that are cached. */
const mostNetChanges = 256;

/** The net change of a file from before the session to a position; undefined where nothing that took effect has changed it. */
export function netChangeAt(
  history: FileHistory,
  { item }: Pick<Position, 'item'>,
  options: NetChangeOptions = {},
): NetChange | undefined {
  const last = stepsAt(history, item).findLast((step) => step.isDone && (step.access === 'change' || step.outside));
  if (last === undefined && options.context !== Number.POSITIVE_INFINITY) return undefined;
  const at = last?.item ?? -1;
  const compute = (): NetChange =>
    netChange(history.content, at, { path: history.path, movedTo: pathAt(history, at), known: history.base }, options);
  if (options.context !== undefined) {
    const whole = lastWhole(history);
    const isKnown = whole.at === at && whole.context === options.context;
    const net = isKnown && whole.net !== undefined ? whole.net : compute();
    Object.assign(whole, { at, context: options.context, net });
    return net;
  }
  const known = netChanges(history);
  const net = known.get(at) ?? withKnownLines(compute(), lastNet(history));
  if (known.size >= mostNetChanges) known.clear();
  known.set(at, net);
  lastNet(history).net = net;
  return net;
}

/** Computes the net change of a file at each of its steps in advance, as far as they are remembered, for who moves through them. */
export function* netChangeSteps(history: FileHistory): Generator<undefined, void> {
  for (const { item } of history.steps.slice(-mostNetChanges)) {
    netChangeAt(history, { item });
    yield;
  }
}

const lastNet = memoize((_: FileHistory): { net?: NetChange } => ({}));
/** The change asked for last with more or fewer lines around it than usual: a page asks again for what it shows. */
const lastWhole = memoize((_: FileHistory): { at?: number; context?: number; net?: NetChange } => ({}));

/** A net change with the very lists of lines that the one computed before it has, where they are equal: what is made of them is made once. */
function withKnownLines(change: NetChange, { net }: { readonly net?: NetChange }): NetChange {
  if (net === undefined) return change;
  const known = new Map(net.hunks.map((hunk) => [hunk.lines[0], hunk]));
  const hunks = change.hunks.map((hunk) => {
    const same = known.get(hunk.lines[0]);
    return same !== undefined && areSameLines(same, hunk) ? { ...hunk, lines: same.lines } : hunk;
  });
  return { ...change, hunks };
}

function areSameLines(one: ChangeHunk, other: ChangeHunk): boolean {
  return one.lines.length === other.lines.length && one.lines.every((line, at) => line === other.lines[at]);
}

/** Who wrote a line, who removed it, and who showed it first, as positions in `SessionIndex.items`. */
export interface LineOrigin {
  readonly text: string;
  /** Absent for a line from before the session. */
  readonly wroteIt?: number;
  /** Nothing in the log wrote it; `wroteIt` is the call that showed it. */
  readonly isOutside: boolean;
  readonly removedIt?: number;
  readonly showedIt?: number;
}

/** The origin of a line of the file before the session, or of the file at a position; lines count from 1. */
export function lineOrigin(
  { content }: FileHistory,
  { item }: Position,
  { side, number }: { readonly side: 'old' | 'new'; readonly number: number },
): LineOrigin | undefined {
  const { lines } = side === 'old' ? content.base : content.stateAt(item);
  const line = content.lines[lines[number - 1] ?? -1];
  if (line?.text === undefined) return undefined;
  const { writtenBy, removedBy, seenBy } = line;
  return {
    text: line.text,
    isOutside: line.outside,
    ...(writtenBy < 0 ? {} : { wroteIt: writtenBy }),
    ...(removedBy === undefined || removedBy > item ? {} : { removedIt: removedBy }),
    ...(seenBy === undefined ? {} : { showedIt: seenBy }),
  };
}

/** The last prompt of a person before an item; undefined where there is none. */
export function promptBefore({ landmarks }: SessionIndex, item: number): number | undefined {
  const count = countUpTo(landmarks.prompt, item);
  return count === 0 ? undefined : (landmarks.prompt[count - 1] as number);
}

interface OpenHistory {
  readonly path: string;
  readonly moves: { item: number; path: string }[];
  readonly steps: FileStep[];
  readonly content: FileContent;
}

/** Commands that change files without naming them. */
const formatting =
  /\b(?:prettier|biome|eslint|ruff|black|isort|gofmt|rustfmt|fmt|format|lint|fix|git (?:checkout|restore|reset|stash|pull|merge|rebase|apply|switch|cherry-pick|revert)|codegen|generate|sed -i|install)\b/;

class HistoryReader {
  private readonly byPath = new Map<string, OpenHistory>();
  private readonly all: OpenHistory[] = [];
  private readonly commands: { item: number; command: string }[] = [];
  private readonly created;
  private readonly index;

  constructor(index: SessionIndex) {
    this.index = index;
    this.created = namedFiles(index.session.summary.files_created);
  }

  read(item: CallItem): void {
    const { call } = item;
    const command = commandOf(call);
    if (command !== undefined) this.commands.push({ item: item.index, command });
    const outcome = outcomeOf(call);
    const isDone = call.branch !== 'abandoned' && (outcome === 'succeeded' || outcome === 'unknown');
    const changes = changesOf(item);
    if (changes.length > 0) {
      for (const change of changes) this.noteChange(item, change, { outcome, isDone });
      return;
    }
    const shown = isDone ? shownLines(call, this.index.session.provenance?.source_format) : undefined;
    if (shown !== undefined) {
      const path = this.resolve(item, shown.path, shown.isPrinted);
      const { content, steps } = this.open(path);
      const outside = shown.shown.map((lines) => content.show(item.index, lines)).includes(true);
      const last = steps.at(-1)?.item ?? -1;
      const step: FileStep = { item: item.index, access: 'read', outcome, isDone, added: 0, removed: 0 };
      steps.push(outside ? { ...step, outside: { suspect: this.suspect(path, last) } } : step);
      return;
    }
    for (const { path, access } of touchesOf(call, this.created)) {
      const resolved = this.resolve(item, path);
      // A file that could not be read does not belong to the session yet.
      if (!isDone && access === 'read' && !this.byPath.has(resolved)) continue;
      this.open(resolved).steps.push({
        ...{ item: item.index, outcome, isDone, added: 0, removed: 0 },
        access: access === 'read' ? 'read' : 'change',
      });
    }
  }

  histories(): FileHistory[] {
    return this.all.map((history) => ({ ...history, base: knownBase(history.content) }));
  }

  private noteChange(
    item: CallItem,
    change: FileChange,
    { outcome, isDone }: Pick<FileStep, 'outcome' | 'isDone'>,
  ): void {
    const path = this.resolve(item, change.path);
    const history = this.open(path);
    const { content, steps } = history;
    const [size, counted] = [content.lines.length, countChanges([change])];
    const before = isDone ? linesBefore(item.call, change.path) : [];
    const differs = before.map((lines) => content.show(item.index, lines)).includes(true);
    const outside = (isDone && applyChange(content, item, change)) || differs;
    const added = content.lines
      .slice(size)
      .filter(({ writtenBy, outside: other }) => writtenBy === item.index && !other);
    const last = steps.at(-1)?.item ?? -1;
    const isLoose = content.loose.some(({ by }) => by === item.index);
    steps.push({
      ...{ item: item.index, access: 'change', outcome, isDone },
      ...(outside ? { outside: { suspect: this.suspect(path, last) } } : {}),
      ...(isDone && !isLoose ? { added: added.length, removed: content.removedBy(item.index) } : counted),
    });
    if (isDone && change.movedTo !== undefined) this.move(item, history, this.resolve(item, change.movedTo));
  }

  private move({ index }: CallItem, history: OpenHistory, path: string): void {
    const before = history.moves.at(-1)?.path ?? history.path;
    if (before === path) return;
    this.byPath.delete(before);
    this.byPath.set(path, history);
    history.moves.push({ item: index, path });
  }

  private open(path: string): OpenHistory {
    const known = this.byPath.get(path);
    if (known !== undefined) return known;
    const history: OpenHistory = { path, moves: [], steps: [], content: new FileContent() };
    this.byPath.set(path, history);
    this.all.push(history);
    return history;
  }

  /** A path relative to the folder of its session or subagent, or to the folder of the command that contains it. */
  private resolve(item: CallItem, path: string, isInCommand = false): string {
    return isInCommand ? pathInCommand(this.index, item, path) : filePath(this.index, item.run, path);
  }

  /** The last command since an item that names the file, else the last that may change files without naming them. */
  private suspect(path: string, since: number): number | undefined {
    const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    const near = this.commands.filter(({ item }) => item > since);
    const named = near.findLast(({ command }) => command.includes(name));
    return (named ?? near.findLast(({ command }) => formatting.test(command.slice(0, 4000))))?.item;
  }
}

/** The changes that a call made to files, or asked to make. */
function changesOf({ call }: CallItem): readonly FileChange[] {
  const changes = fileChanges(call);
  if (changes.length > 0) return changes;
  if (!changesFile(toolFamily(call.tool_name))) return [];
  return touchesOf(call).flatMap(({ path, access }): FileChange[] =>
    access === 'read' ? [] : [{ path, change: access === 'deleted' ? 'deleted' : 'modified', hunks: [] }],
  );
}

/** Applies a call to the content of a file. Returns whether the call found other lines than the calls before it had left. */
function applyChange(
  content: FileContent,
  { call, index }: CallItem,
  { path, change, movedTo, hunks: stated }: FileChange,
): boolean {
  const asked = changeAsked(call);
  const isPatched = (call.output.result?.patches ?? []).some((patch) => (patch.hunks ?? []).length > 0);
  const hunks = !isPatched ? stated : asked === undefined ? indented(stated, call) : withTabs(stated, asked, content);
  if (change === 'deleted') {
    const outside = hunks.length > 0 && content.patch(index, hunks);
    content.remove(index);
    return outside;
  }
  if (asked !== undefined && 'content' in asked && (asked.path === path || !isPatched)) {
    // The CLI may have written something else than what was asked for; its patch then holds the whole of it.
    const whole = change === 'added' && isPatched ? hunks[0] : undefined;
    const cut =
      whole === undefined ? call.content_refs?.find(({ pointer }) => contentPointers.has(pointer)) : undefined;
    if (cut !== undefined) {
      if (change === 'added') content.beginWithout();
      else if (isPatched) content.patch(index, hunks);
      content.writeParts(index, cut.lines, endsOf(asked.content, cut.lines));
      return false;
    }
    const text = whole === undefined ? asked.content : whole.lines.map((line) => `${line.text}\n`).join('');
    content.write(index, text, { created: change === 'added', ...(isPatched ? { hunks } : {}) });
    return false;
  }
  if (change === 'added' && hunks.every(({ lines }) => lines.every(({ sign }) => sign === '+'))) {
    const lines = hunks.flatMap((hunk) => hunk.lines);
    const text = lines.map(({ text: line, noBreak }) => (noBreak ? line : `${line}\n`)).join('');
    content.write(index, text, { created: true });
    return false;
  }
  const texts = asked === undefined || !('replacements' in asked) ? [] : asked.replacements.map(textsReplaced);
  // The texts that an edit names are exact; a patch may be reformatted for display.
  if (texts.length > 0 && (!isPatched || texts.slice(0, 1).every((each) => content.canReplace(each)))) {
    content.replace(index, texts, hunks);
    return false;
  }
  if (hunks.length > 0) return content.patch(index, hunks);
  if (movedTo === undefined) content.changeUnknown(index);
  return false;
}

function textsReplaced({ before = '', after = '', all }: Replacement): TextReplacement {
  // Lines are compared without their breaks.
  const [old, now] = [before, after].map((text) => text.replaceAll('\r\n', '\n')) as [string, string];
  return { before: old, after: now, ...(all === undefined ? {} : { all }) };
}

/**
 * Claude Code's patches have two blanks for each tab at the start of a line. Restores the tabs where the edit's texts, or the file itself,
 * have tabs and the patch has none.
 */
function withTabs(hunks: readonly ChangeHunk[], asked: ChangeAsked, content: FileContent): readonly ChangeHunk[] {
  const texts =
    'content' in asked ? [asked.content] : asked.replacements.flatMap(({ before = '', after = '' }) => [before, after]);
  if (!texts.some((text) => /^\t/m.test(text)) && !content.hasTabs) return hunks;
  if (hunks.some(({ lines }) => lines.some(({ text }) => text.startsWith('\t')))) return hunks;
  const retab = (text: string): string => text.replace(/^(?: {2}){1,200}/, (blanks) => '\t'.repeat(blanks.length / 2));
  return hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map((line) => ({ ...line, text: retab(line.text) })) }));
}

/** OpenCode removes the indentation that all lines of a patch share. Restores it where the lines that the call asked to write have it. */
function indented(hunks: readonly ChangeHunk[], call: ToolCall): readonly ChangeHunk[] {
  const asked = new Set(
    leavesOf(call.input.params).flatMap((text) => text.split('\n').map((line) => line.replace(/^[+-]/, ''))),
  );
  if (asked.size === 0) return hunks;
  return hunks.map((hunk) => {
    const changed = hunk.lines.flatMap(({ sign, text }) => (sign === ' ' || text.trim() === '' ? [] : [text]));
    const [first] = changed;
    if (first === undefined || changed.every((text) => asked.has(text))) return hunk;
    const whole = [...asked].filter((line) => line.endsWith(first) && line.slice(0, -first.length).trim() === '');
    const indent = whole
      .map((line) => line.slice(0, -first.length))
      .find((each) => changed.every((text) => asked.has(each + text)));
    if (indent === undefined) return hunk;
    return {
      ...hunk,
      lines: hunk.lines.map((line) => (line.text === '' ? line : { ...line, text: indent + line.text })),
    };
  });
}
