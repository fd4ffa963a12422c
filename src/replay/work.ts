import { touchesOf } from '../session/facts/callFiles.ts';
import { commandOf } from '../session/facts/callTexts.ts';
import { commandPurpose, onlyReads } from '../session/facts/commandPurpose.ts';
import { type FileLines, linesChanged } from '../session/facts/fileChanges.ts';
import { toolFacts } from '../session/facts/toolFacts.ts';
import type { ToolCall } from '../session/index.ts';
import { changeOf, type LineChange } from './callFigures.ts';
import { filePath } from './filePath.ts';
import { isError, outcomeOf } from './replayItem.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { finish } from './slices.ts';

/** What a call did, as a summary counts it. */
export const workKinds = [
  'read',
  'searched',
  'web',
  'changed',
  'checked',
  'ran',
  'delegated',
  'asked',
  'other',
] as const;

export type WorkKind = (typeof workKinds)[number];

/** What a call did: tests, types and builds count as checks, other commands as run. */
export function workOf(call: ToolCall): WorkKind {
  const { family, shell, delegates, access } = toolFacts(call.tool_name);
  if (delegates === true) return 'delegated';
  if (shell === true) {
    const command = commandOf(call);
    return command !== undefined && commandPurpose(command) === 'test' ? 'checked' : 'ran';
  }
  switch (family) {
    case 'read':
    case 'picture':
      return 'read';
    case 'list':
    case 'search':
      return 'searched';
    case 'web':
      return 'web';
    case 'question':
      return 'asked';
    case 'terminal':
      return 'ran';
    default:
      return access === 'change' || linesChanged(call).length > 0 ? 'changed' : 'other';
  }
}

/** Whether a call only looked at something, successfully; single rows of such calls say little. */
export function onlyLooks(call: ToolCall): boolean {
  if (outcomeOf(call) !== 'succeeded') return false;
  const work = workOf(call);
  if (work === 'ran') return toolFacts(call.tool_name).shell === true && onlyReads(commandOf(call) ?? '');
  return work === 'read' || work === 'searched' || work === 'web';
}

/** A file that some calls changed, and how. */
export interface WorkedFile extends Omit<LineChange, 'item'> {
  readonly access: FileLines['access'];
  /** The last call that changed it, as a position in `SessionIndex.items`. */
  readonly item: number;
}

/** The figures of some items. */
export interface Work {
  /** Number of calls by what they did; for `read` and `changed`, number of files. */
  readonly counts: Readonly<Record<WorkKind, number>>;
  /** Changes of successful calls, in the order in which the files were first changed. */
  readonly files: readonly WorkedFile[];
  /** Lines, over all those changes. */
  readonly added: number;
  readonly removed: number;
  /** Whether more lines were removed than `removed`, as in `LineChange`, in any of the files. */
  readonly moreRemoved: boolean;
  /** Items where something went wrong, ascending: failed or denied calls, errors of the agent or its API. */
  readonly wrong: readonly number[];
  /** How often a person interrupted the agent. */
  readonly interrupted: number;
}

/** Items looked through in one step. */
const perStep = 256;

/** Adds up what some items did, step by step. */
export function* workSteps(index: SessionIndex, among: Uint32Array): Generator<undefined, Work> {
  const counts = Object.fromEntries(workKinds.map((kind) => [kind, 0])) as Record<WorkKind, number>;
  const read = new Set<string>();
  const files = new Map<string, WorkedFile>();
  const wrong: number[] = [];
  let interrupted = 0;
  for (const [n, at] of among.entries()) {
    if (n % perStep === perStep - 1) yield;
    const item = index.items[at];
    if (item === undefined) continue;
    if (isError(item)) wrong.push(at);
    if (item.is === 'event') {
      if (item.event.type === 'notice' && item.event.kind === 'interruption') interrupted += 1;
      continue;
    }
    const { call } = item;
    const kind = workOf(call);
    const path = kind === 'read' ? touchesOf(call)[0]?.path : undefined;
    if (path !== undefined) read.add(filePath(index, item.run, path));
    else if (kind !== 'changed') counts[kind] += 1;
    if (outcomeOf(call) !== 'succeeded') continue;
    for (const lines of linesChanged(call))
      noteFile(files, { access: lines.access, ...changeOf(index, item, lines) }, at);
  }
  counts.read += read.size;
  counts.changed = files.size;
  const changed = [...files.values()];
  const sum = (lines: (file: WorkedFile) => number): number => changed.reduce((all, file) => all + lines(file), 0);
  return {
    ...{ counts, files: changed, wrong, interrupted },
    added: sum(({ added }) => added),
    removed: sum(({ removed }) => removed),
    moreRemoved: changed.some(({ moreRemoved }) => moreRemoved),
  };
}

/** Adds up what some items did, ascending. */
export function workDone(index: SessionIndex, among: Uint32Array): Work {
  return finish(workSteps(index, among));
}

function noteFile(
  files: Map<string, WorkedFile>,
  { path, access, added, removed, moreRemoved }: Omit<WorkedFile, 'item'>,
  item: number,
): void {
  const before = files.get(path);
  files.set(path, {
    ...{ path, item, access: before?.access === 'created' && access === 'modified' ? 'created' : access },
    added: (before?.added ?? 0) + added,
    removed: (before?.removed ?? 0) + removed,
    moreRemoved: (before?.moreRemoved ?? false) || moreRemoved,
  });
}
